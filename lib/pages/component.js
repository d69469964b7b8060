// SPDX-License-Identifier: MIT
// component.js -- the element <chess-plane>, for pages of others. What cp-render --json has made is at
// its src, or stands inside as <script type="application/json">: {"title", "style", "html"}. It goes
// into a shadow tree, where neither the page nor the element meets the ids and styles of the other;
// but variables of colours that the page sets for the element win, and its color-scheme says whether
// it is dark there. Until there is a game, what stands inside is shown.
//
// The build puts it in place of the last line of page.js, behind STYLE, which is page.css.
const sheetOf = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
const common = sheetOf(STYLE);
customElements.define('chess-plane', class extends HTMLElement {
  static observedAttributes = ['src'];
  #stop;
  #latest;
  // that was read; undefined: none
  #src;
  connectedCallback() { if (this.getAttribute('src') !== this.#src) this.#load(); }
  disconnectedCallback() { this.#stop?.(); }
  attributeChangedCallback() { if (this.isConnected) this.#load(); }

  async #load() {
    const src = this.#src = this.getAttribute('src'), reading = this.#latest = this.#read(src);
    const shadow = this.shadowRoot || this.attachShadow({ mode: 'open' });
    this.#stop?.();
    this.#stop = null;
    shadow.innerHTML = '<slot></slot>';
    const game = await reading.catch(() => null);
    // another src was set meanwhile
    if (reading !== this.#latest) return;
    if (!game?.html) {
      this.#src = undefined;
      const what = src === null ? 'what is inside is' : `${src} cannot be read, or is`;
      shadow.prepend(make('p', { role: 'alert' }, `The game cannot be shown: ${what} not what cp-render --json writes.`));
      return;
    }
    const tree = make('div', { class: 'embed' });
    tree.innerHTML = game.html;
    shadow.adoptedStyleSheets = [common, sheetOf(game.style)];
    shadow.replaceChildren(tree);
    this.#stop = begin(tree);
  }
  async #read(src) {
    if (src !== null) return (await fetch(src)).json();
    // what is inside comes behind the element
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done));
    return JSON.parse(this.querySelector('script[type="application/json"]').textContent);
  }
});
