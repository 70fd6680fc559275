// The verdict on a pool, which the server has made: how it looks, and which pools come first.

import { clock, duration, say, shown } from './format.js';

const LEVELS = ['TROUBLE', 'ATTENTION', 'FINE'];

/** A shape for each word of trouble, so that none is told by its colour alone. */
const SHAPES = {
  hung: '■',
  failing: '✕',
  'some fail': '✕',
  'turning away': '⊘',
  'at its limit': '▲',
  overloaded: '▲',
  pinned: '◆',
  overridden: '◆',
  'advice only': '◇',
  'not seen': '?',
};

export function isInTrouble(pool) {
  return pool.state.verdict.level === 'TROUBLE';
}

/** The worst first; pools of one level stay in their order. */
export function inOrder(pools) {
  const rank = pool => LEVELS.indexOf(pool.state.verdict.level);
  return [...pools].sort((one, other) => rank(one) - rank(other));
}

/** Its word, behind a shape. */
export function showVerdict(element, { level, word }) {
  say(element, word ? `${SHAPES[word] ?? '●'} ${word}` : '');
  if (element.dataset.level !== level) element.dataset.level = level;
}

/** Its sentence, since when it holds and for how long; nothing where all is well. */
export function showSentence(element, { verdict: { level, sentence }, verdictSinceMillis }, nowMillis, always = false) {
  const isSaid = always || level !== 'FINE';
  const since = level === 'FINE' || !verdictSinceMillis ? '' : ` Since ${time(verdictSinceMillis, nowMillis)}.`;
  say(element, isSaid ? shown(sentence) + since : '');
}

function time(sinceMillis, nowMillis) {
  const lasted = duration(nowMillis - sinceMillis);
  return clock(sinceMillis) + (lasted && `, for ${lasted}`);
}
