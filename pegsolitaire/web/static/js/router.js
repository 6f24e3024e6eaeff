// Where one is, and the browser's Back and Forward.
//
// A place (the front page, a game, a lesson, the storm) is an entry of the history, with its address.
// Moves change that address: after they are drawn and at most twice a second, as browsers refuse
// more. While something lies over a place (a dialog, a sheet) the history has an entry more: Back
// takes it off, and what is open is closed; where it is closed by other means the entry is taken off
// here. Both kinds of entries are marked.

const PLACE = "game";
const OVER = "open";
const PAUSE = 500; // milliseconds between two addresses
// What a tab keeps of the last move: the addresses before and after it. The browser may load the first
// again although the second was written: it learns of that a little later.
const MOVED = "pegs.moved";

export class Router {
  #timer = null;
  #last = 0; // when an address was written

  // `visit` goes to the place of the address; `isOpen` says whether anything lies over it, and `close`
  // closes what is on top.
  constructor({ visit, isOpen, close }) {
    Object.assign(this, { visit, isOpen, close });
    this.over = history.state === OVER; // the page was loaded again with something open
    const [before, after] = kept() ?? [];
    if (before === location.hash && isLoadedAgain()) history.replaceState(history.state, "", after);
    keep(null);
    this.leaving = false; // an entry is being taken off
    this.waiting = false; // the address is that of a place to go to as soon as it is off
    this.below = null; // the address of the entry under the one on top
    this.address = location.hash;
    addEventListener("popstate", ({ state }) => this.#went(state));
    // The browser has settled already what it would load again: what is kept stays.
    addEventListener("pagehide", () => this.#timer !== null && this.#write());
    new MutationObserver(() => this.settle()).observe(document.body, {
      subtree: true,
      attributeFilter: ["open", "hidden"],
    });
  }

  // Another place: an entry more, over which nothing lies.
  go(address) {
    this.flush();
    keep(null);
    this.address = address;
    this.waiting = this.leaving;
    if (this.waiting) return;
    if (this.over) history.replaceState(PLACE, "", address);
    else if (address !== location.hash) history.pushState(PLACE, "", address);
    this.over = false;
  }

  // The address of this place, at once.
  stay(address) {
    this.address = address;
    this.flush(true);
    keep(null);
  }

  // The same after a move, when there is time.
  moved(address) {
    this.address = address;
    keep([location.hash, address]);
    const wait = Math.max(0, this.#last + PAUSE - Date.now());
    this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  flush(now = this.#timer !== null) {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (now) this.#write();
  }

  #write() {
    this.#last = Date.now();
    history.replaceState(this.over ? OVER : PLACE, "", this.address);
  }

  // Have an entry more where anything is open, and none where nothing is.
  settle() {
    if (this.leaving || this.isOpen() === this.over) return;
    this.flush();
    if (this.over) {
      this.leaving = true;
      history.back();
    } else {
      history.replaceState(PLACE, "");
      history.pushState(OVER, "");
      this.below = location.hash;
      this.over = true;
    }
  }

  #went(state) {
    const { leaving, over } = this;
    this.leaving = false;
    this.over = state === OVER;
    if (this.waiting) {
      this.go(this.address);
      this.settle();
      return;
    }
    const same = this.below === null || location.hash === this.below;
    if (this.over || (over && state === PLACE && same)) {
      history.replaceState(state, "", this.address);
      if (!this.over && !leaving) this.close();
    } else if (location.hash !== this.address) {
      clearTimeout(this.#timer); // of a place that was left
      this.#timer = null;
      this.address = location.hash;
      this.visit();
    }
    this.settle();
  }
}

// Where the browser forbids to keep anything, a page that is loaded again within half a second of a
// jump is one jump behind.
function keep(addresses) {
  try {
    sessionStorage.setItem(MOVED, JSON.stringify(addresses));
  } catch {
    // see above
  }
}

const isLoadedAgain = () => performance.getEntriesByType("navigation")[0]?.type === "reload";

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(MOVED));
  } catch {
    return null;
  }
}
