// Why: the theme that was chosen has to stand before the first paint, or a dark room flashes white.  So this
// is the one script that is no module and blocks; it is as short as it can be.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* no storage: the system's own theme */ }
document.documentElement.classList.add("scripted");
