// Search in pages opened from a disk.  Browsers start no worker there, so its script runs in a hidden frame instead.
// Zensical would fetch such a thing from elsewhere; it takes this one because of its name.

const later = (what) => setTimeout(what, 0); // as between threads, nobody is answered while still asking

if (location.protocol === "file:") {
  window.Worker = class {
    constructor(script) {
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.addEventListener("load", () => this.begin(new URL(script, location.href).href), { once: true });
      document.documentElement.append(this.frame);
    }

    begin(script) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => later(() => this.onmessage?.({ data: structuredClone(data) }));
      const tag = inside.document.createElement("script");
      tag.src = script;
      tag.onerror = (fault) => this.onerror?.(fault);
      tag.onload = () => {
        this.postMessage = (data) => later(() => inside.onmessage?.({ data: inside.structuredClone(data) }));
        this.waiting.forEach((data) => this.postMessage(data));
      };
      inside.document.head.append(tag);
    }

    postMessage(data) {
      this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
