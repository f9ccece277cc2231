// Who has only a keyboard must be able to scroll what is wider than the page: Zensical puts tables into frames
// that scroll, some time after the page is there, and the focus does not go to them.

const reach = () => {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "Table");
  }
};

new MutationObserver(reach).observe(document.body, { childList: true, subtree: true });
reach();
