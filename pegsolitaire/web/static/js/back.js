// The browser's Back: it closes what lies over the game, a dialog or a sheet, before it leaves it.
//
// While anything is open the history has an entry more, on top of the game's. Back takes it off, and
// what is open is closed; where something is closed by other means the entry is taken off here. Both
// entries are marked, so that another address, typed or followed, is told from a step back.

const UNDER = "game";
const OVER = "open";

export class Back {
  // `isOpen` says whether anything is open, `close` closes what is on top, and `address` is the
  // game's: opening and closing never change it.
  constructor({ isOpen, close, address }) {
    Object.assign(this, { isOpen, close, address });
    this.over = history.state === OVER; // the page was loaded again with something open
    this.leaving = false;
    addEventListener("popstate", ({ state }) => this.#went(state));
    new MutationObserver(() => this.#settle()).observe(document.body, {
      subtree: true,
      attributeFilter: ["open", "hidden"],
    });
    this.#settle();
  }

  // Have an entry more where anything is open, and none where nothing is.
  #settle() {
    if (this.leaving || this.isOpen() === this.over) return;
    if (this.over) {
      this.leaving = true;
      history.back();
    } else {
      history.replaceState(UNDER, "");
      history.pushState(OVER, "");
      this.over = true;
    }
  }

  #went(state) {
    const back = this.over && state === UNDER;
    const left = this.leaving;
    this.leaving = false;
    this.over = state === OVER;
    if (back || this.over) history.replaceState(state, "", this.address());
    if (back && !left) this.close();
    this.#settle();
  }
}
