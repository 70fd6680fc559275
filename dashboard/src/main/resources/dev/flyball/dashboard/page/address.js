// What the page shows, as its address says after the #: the pool, the range, a moment, and whether
// to compare. So a link opens the same view. The token is never part of it.

import { dayAndTime } from './format.js';

export const RANGES = [60, 600, 3600];

/** What is shown where the address says nothing: no pool by name, ten minutes, up to now. */
const USUAL = { pool: null, range: 600, at: null, compare: false, problem: '' };

/** The view that an address asks for; what it cannot mean is said as its problem. */
export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const view = { ...USUAL, pool: fields.get('pool') || null, compare: fields.get('compare') === 'hour' };
  const wrong = [];
  if (fields.has('range')) {
    view.range = Number(fields.get('range'));
    if (!RANGES.includes(view.range)) {
      wrong.push(`range must be ${RANGES.join(', ')} seconds but was '${fields.get('range')}'`);
      view.range = USUAL.range;
    }
  }
  if (fields.has('at')) {
    view.at = Date.parse(fields.get('at'));
    if (Number.isNaN(view.at)) {
      wrong.push(`at must be a time such as ${isoTime(0)} but was '${fields.get('at')}'`);
      view.at = null;
    }
  }
  view.problem = wrong.length ? 'In the address, ' + wrong.join(', and ') + '.' : '';
  return view;
}

/** The part of an address, from its # on, that asks for a view. */
export function writeAddress({ pool, range, at, compare }) {
  const parts = [];
  if (pool !== null) parts.push('pool=' + encodeURIComponent(pool));
  parts.push('range=' + range);
  if (at !== null) parts.push('at=' + isoTime(at));
  if (compare) parts.push('compare=hour');
  return '#' + parts.join('&');
}

/** Says up to when the pictures are, where that is not now. */
export function momentText(at) {
  return `The pictures end at ${dayAndTime(at)}. All other figures are of now.`;
}

function isoTime(millis) {
  return new Date(millis).toISOString().replace(/\.\d+/, '');
}
