// The journal: decisions in words, as rows of a table and as marks on the pictures.

import { clock, counted, made, say, shown } from './format.js';

const CAUSES = {
  POLICY: 'policy',
  ADVISE_ONLY: 'advice, not followed',
  PINNED: 'hand (pinned)',
  OVERRIDDEN: 'hand (overridden)',
  LIMITS: 'limits',
  SWITCHED: 'hand',
  POLICY_FAILED: 'the policy failed',
  TARGET_FAILED: 'the pool failed',
};

const ROWS = 100;

/** Which path decided, in words. */
function byWhom(entry) {
  return CAUSES[entry.cause] ?? shown(entry.cause);
}

/** The size before and after; where it stayed, what was advised. */
function sizeText(entry) {
  if (entry.from !== entry.to) return `${entry.from} → ${entry.to}`;
  return `${entry.to}${entry.advised && entry.advised !== entry.to ? ` (advised ${entry.advised})` : ''}`;
}

/** When it was; for several in one row, from when to when. */
function timeText(entry) {
  return entry.times > 1 ? `${clock(entry.sinceMillis)} to ${clock(entry.timeMillis)}` : clock(entry.timeMillis);
}

function whyText(entry) {
  if (entry.times === 1) return shown(entry.why);
  return `advice went between ${entry.advisedMin} and ${entry.advisedMax}, ${entry.times} times; lastly: ${shown(entry.why)}`;
}

/** A decision in one line. */
export function sentence(entry) {
  return `${timeText(entry)}, ${sizeText(entry)}, ${byWhom(entry)}: ${whyText(entry)}`;
}

/** 'hand', 'failed' or 'policy' where a decision is worth a mark; '' where only advice changed. */
export function markKind(entry) {
  if (entry.cause === 'POLICY_FAILED' || entry.cause === 'TARGET_FAILED') return 'failed';
  if (entry.cause === 'LIMITS' || entry.cause === 'SWITCHED' || entry.cause === 'OVERRIDDEN') return 'hand';
  if (entry.cause === 'PINNED' && !entry.advised) return 'hand';
  return entry.from === entry.to ? '' : 'policy';
}

/** Whose size a hand decides after a decision of that path; what is not here changes nothing in that. */
const HELD = { PINNED: true, OVERRIDDEN: true, ADVISE_ONLY: true, POLICY: false };

/** The times in which the policy was not followed, as pairs of milliseconds; the last may still go on. */
export function heldTimes(journal, modeNow) {
  const found = [];
  let since = null;
  journal.forEach((entry, i) => {
    const held = HELD[entry.cause] ?? (entry.cause === 'SWITCHED' ? heldAfter(journal, i, modeNow) : since !== null);
    if (held && since === null) since = entry.sinceMillis;
    if (!held && since !== null) {
      found.push([since, entry.sinceMillis]);
      since = null;
    }
  });
  if (since !== null) found.push([since, Infinity]);
  return found;
}

/** A switch may begin or end it, or change something else: what follows says which. */
function heldAfter(journal, at, modeNow) {
  const next = journal.slice(at + 1).find(entry => entry.cause in HELD);
  return next ? HELD[next.cause] : modeNow !== 'GOVERN';
}

/** Takes new entries into a journal; one that has grown replaces what it was before. */
export function merged(known, news, max) {
  const all = [...known];
  for (const entry of news) {
    const last = all[all.length - 1];
    if (last && entry.number <= last.number) continue;
    if (last && entry.first === last.first) all.pop();
    all.push(entry);
  }
  return all.slice(-max);
}

/** The table: what is new comes on top; the other rows stay, and with them what is selected or read. */
export class JournalTable {
  /** speak(text) is told of each decision that is more than another advice. */
  constructor(body, speak) {
    this.body = body;
    this.speak = speak;
    this.clear();
  }

  clear() {
    this.newest = null;
    this.body.replaceChildren();
  }

  show(journal) {
    const entries = journal.slice(-ROWS);
    const newest = entries[entries.length - 1];
    if (!newest || (isSame(newest, this.newest) && newest.number === this.newest.number)) return;
    const known = entries.findIndex(entry => isSame(entry, this.newest));
    if (known < 0) this.body.replaceChildren();
    else fill(this.body.firstElementChild, entries[known]);
    this.body.prepend(...entries.slice(known + 1).reverse().map(row));
    while (this.body.children.length > ROWS) this.body.lastElementChild.remove();
    if (!isSame(newest, this.newest)) this.speak(`${newest.from} to ${counted(newest.to, 'worker')}: ${whyText(newest)}`);
    this.newest = newest;
  }
}

/** Whether two are the same row; a pool that began anew counts from 1 again. */
function isSame(entry, other) {
  return other !== null && entry.first === other.first && entry.sinceMillis === other.sinceMillis;
}

function row(entry) {
  const line = made('tr');
  line.append(made('td'), made('td'), made('td'), made('td'));
  fill(line, entry);
  return line;
}

function fill(line, entry) {
  [timeText(entry), sizeText(entry), byWhom(entry), whyText(entry)].forEach((text, i) => say(line.children[i], text));
}
