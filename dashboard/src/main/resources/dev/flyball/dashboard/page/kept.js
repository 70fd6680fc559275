// What the page remembers: of this tab until it is closed, of this browser for good. Where the
// browser keeps nothing for pages, it is remembered until the page goes.

const instead = new Map();

export const TAB = 'sessionStorage';
export const BROWSER = 'localStorage';

/** What was remembered under a name; null where nothing was. */
export function recall(where, name) {
  try {
    return window[where].getItem(name) ?? instead.get(name) ?? null;
  } catch {
    return instead.get(name) ?? null;
  }
}

/** Remembers a text under a name; null forgets it. */
export function keep(where, name, text) {
  instead.delete(name);
  try {
    if (text === null) window[where].removeItem(name);
    else window[where].setItem(name, text);
  } catch {
    if (text !== null) instead.set(name, text);
  }
}
