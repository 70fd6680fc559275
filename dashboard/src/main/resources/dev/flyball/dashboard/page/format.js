// Figures and names as people read them. What is not known (null) is a dash, never a zero.

const UNKNOWN = '–';

/** Three digits that count, more before the point. */
export function number(x) {
  if (x === null || x === undefined || !Number.isFinite(x)) return UNKNOWN;
  const size = Math.abs(x);
  if (size >= 1e6) return (x / 1e6).toFixed(size >= 1e8 ? 0 : 1) + ' M';
  if (size >= 1e4) return (x / 1e3).toFixed(size >= 1e5 ? 0 : 1) + ' k';
  if (size >= 100 || x === Math.round(x)) return String(Math.round(x));
  return x.toFixed(size >= 10 ? 1 : 2);
}

/** A time; beside a larger one, as on an axis, in the unit of that. */
export function millis(x, largest = x) {
  if (x === null || x === undefined) return UNKNOWN;
  if (largest >= 1_000) return number(x / 1000) + ' s';
  return number(x) + ' ms';
}

export function percent(x) {
  return x === null || x === undefined ? UNKNOWN : (100 * x).toFixed(x < 0.0995 ? 1 : 0) + ' %';
}

export function age(seconds) {
  if (seconds === null || seconds === undefined) return '';
  if (seconds < 10) return seconds.toFixed(1) + ' s ago';
  if (seconds < 120) return Math.round(seconds) + ' s ago';
  return Math.round(seconds / 60) + ' min ago';
}

/** How long something has lasted, in whole minutes, hours or days; nothing below a minute. */
export function duration(millis) {
  const minutes = Math.floor(millis / 60_000);
  if (minutes < 1) return '';
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1440)} days`;
}

/** An age in brackets; nothing where it is not known. */
export function bracketed(seconds) {
  return seconds === null || seconds === undefined ? '' : `(${age(seconds)})`;
}

/** The time of day, without seconds where they are not wanted. */
export function timeOfDay(millisSince1970, seconds) {
  return new Date(millisSince1970).toLocaleTimeString('en-GB', seconds ? {} : { hour: '2-digit', minute: '2-digit' });
}

export function clock(millisSince1970) {
  return timeOfDay(millisSince1970, true);
}

/** Day and time of day, as where it may be of another day. */
export function dayAndTime(millisSince1970) {
  const day = new Date(millisSince1970).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, ${clock(millisSince1970)}`;
}

/** A limit; the largest number there is stands for none. */
export function limit(x) {
  if (!isKnown(x)) return UNKNOWN;
  return x >= 2147483647 ? 'none' : String(x);
}

/** A whole number of things, as in "1 thread" and "2 threads". */
export function counted(x, noun) {
  return `${number(x)} ${noun}${x === 1 ? '' : 's'}`;
}

function isKnown(x) {
  return x !== null && x !== undefined;
}

/** Tasks that come in a second, those turned away included; not known where a part of it is not. */
export function offered({ arrivedPerSecond, rejectedPerSecond }) {
  return isKnown(arrivedPerSecond) && isKnown(rejectedPerSecond) ? arrivedPerSecond + rejectedPerSecond : null;
}

/** Tasks turned away in a second, by the rule for who gets in or without one. */
export function turnedAway({ rejectedPerSecond, shedPerSecond }) {
  const known = [rejectedPerSecond, shedPerSecond].filter(isKnown);
  return known.length ? Math.max(...known) : null;
}

/** A unit behind a figure; that the figure is not known, where it is not. */
export function unit(x, text) {
  return isKnown(x) ? text : 'not known';
}

const ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A name with what cannot be seen made visible, as a program would write it: control characters,
 * line ends, halves of characters, and what has no width or turns the direction of writing.
 */
export function shown(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu,
    c => ESCAPES[c] ?? '\\u' + c.codePointAt(0).toString(16).padStart(4, '0'));
}

/** Sets the text of an element where it is another one. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A new element with a class and a text. */
export function made(tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}
