// Marks above a picture: what was decided when, and why. One of them can be reached with the tab
// key, the others with the arrows; the reason is shown of the one that has the keyboard or is under
// the pointer.

import { made, say } from './format.js';
import { markKind, sentence } from './journal.js';

/** Marks that would be closer than that part of the picture's width become one. */
const PLACES = 40;
const TOLD_MAX = 3;

const RANK = { policy: 0, hand: 1, failed: 2 };

export class Marks {
  constructor(place) {
    this.lane = made('div', 'marks');
    this.lane.setAttribute('role', 'toolbar');
    this.lane.setAttribute('aria-label', 'Decisions in this picture');
    this.told = made('p', 'told');
    this.told.hidden = true;
    this.told.setAttribute('aria-hidden', 'true'); // the mark's own name says it
    place.append(this.lane, this.told);
    this.buttons = new Map();
    this.pointed = null;
    this.lane.addEventListener('keydown', event => this.move(event));
  }

  /** Shows what was decided between two moments, in a picture that lies there in the lane. */
  show(journal, fromMillis, untilMillis, left, width) {
    const groups = grouped(journal, fromMillis, untilMillis);
    for (const [key, button] of this.buttons) {
      if (groups.has(key)) continue;
      if (button === document.activeElement) this.neighbour(button, -1)?.focus();
      button.remove();
      this.buttons.delete(key);
    }
    this.lane.hidden = groups.size === 0;
    for (const [key, group] of groups) {
      const button = this.buttons.get(key) ?? this.add(key);
      const last = group[group.length - 1];
      const kind = group.map(markKind).reduce((one, other) => (RANK[other] > RANK[one] ? other : one));
      const share = (last.timeMillis - fromMillis) / (untilMillis - fromMillis);
      button.style.left = `${left + share * width}px`;
      button.dataset.share = share;
      if (button.dataset.kind !== kind) button.dataset.kind = kind;
      say(button, kind === 'hand' ? '◆' : kind === 'failed' ? '✕' : group[0].from < last.to ? '▲' : '▼');
      const text = inWords(group);
      if (button.getAttribute('aria-label') !== text) button.setAttribute('aria-label', text);
    }
    this.keepReachable();
    this.tell();
  }

  add(key) {
    const button = made('button');
    button.type = 'button';
    button.tabIndex = -1;
    for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => this.point(button));
    for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => this.point(null));
    button.addEventListener('click', () => button.focus()); // a finger only touches
    const later = [...this.buttons].filter(([other]) => other > key).map(([, it]) => it)[0];
    this.lane.insertBefore(button, later ?? null);
    this.buttons.set(key, button);
    this.buttons = new Map([...this.buttons].sort(([one], [other]) => one - other));
    return button;
  }

  /** Exactly one is in the order of the tab key: that which has the keyboard, or the latest. */
  keepReachable() {
    const all = [...this.buttons.values()];
    const reached = all.find(button => button === document.activeElement) ?? all[all.length - 1];
    for (const button of all) button.tabIndex = button === reached ? 0 : -1;
  }

  neighbour(button, step) {
    const all = [...this.buttons.values()];
    return all[all.indexOf(button) + step] ?? all[all.indexOf(button) - step];
  }

  move(event) {
    const all = [...this.buttons.values()];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || !all[to]) return;
    event.preventDefault();
    all[to].focus();
    this.keepReachable();
  }

  point(button) {
    this.pointed = button ?? ([...this.buttons.values()].find(it => it === document.activeElement) ?? null);
    this.tell();
  }

  tell() {
    const button = this.pointed?.isConnected ? this.pointed : null;
    this.told.hidden = !button;
    if (!button) return;
    say(this.told, button.getAttribute('aria-label'));
    this.told.dataset.side = button.dataset.share > 0.5 ? 'left' : 'right';
  }
}

/** The decisions that are worth a mark, in groups that do not move against each other with time. */
function grouped(journal, fromMillis, untilMillis) {
  // A power of two, since the picture of a young pool spans more with every frame.
  const step = 2 ** Math.ceil(Math.log2((untilMillis - fromMillis) / PLACES));
  const groups = new Map();
  for (const entry of journal) {
    if (!markKind(entry) || entry.timeMillis < fromMillis || entry.timeMillis > untilMillis) continue;
    const key = Math.floor(entry.timeMillis / step);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(entry);
  }
  return groups;
}

function inWords(group) {
  const last = group.slice(-TOLD_MAX).map(sentence);
  const more = group.length - last.length;
  return (more ? `${more} more, then: ` : '') + last.join('\n');
}
