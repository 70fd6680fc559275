// The page: takes frames in, keeps what is known of each pool, and shows it.
//
//   connection.js  the stream of frames        cards.js    the list of pools
//   pool.js        what is known of a pool     detail.js   the selected one, with charts.js, scatter.js
//   verdict.js     how a verdict looks, and which pools come first
//   address.js     the view in the address     journal.js  decisions in words, with marks.js
//   switches.js    what a hand may do          flows.js    data flows as networks
//
// Every text that comes from outside goes into the page as text, never as markup.

import { readAddress, writeAddress } from './address.js';
import { Cards } from './cards.js';
import { connect } from './connection.js';
import { Detail } from './detail.js';
import { Flows } from './flows.js';
import { Pool } from './pool.js';
import { counted, made, say, shown } from './format.js';
import { sourceText, titleOf } from './source.js';
import { inOrder, isInTrouble } from './verdict.js';
import { BROWSER, TAB, keep, recall } from './kept.js';
import { begin, keepToken, refill, wire } from './switches.js';

const SELECTED = 'flyball-pool';
const THEME = 'flyball-theme';
const DRAWN = 'flyball-drawn';
const DETAIL_EVERY_MILLIS = 500;
const ANSWER_MILLIS = 10_000;

const byId = id => document.getElementById(id);

const pools = new Map();
let selected = null; // stays when it has ended, until another one is chosen
let run = null;
let frame = null;
let drawing = false;
let question = null; // the one under way; the answer to any other comes too late
let askedMillis = 0;
let view = readAddress(location.hash);
let wanted = view.pool ?? recall(TAB, SELECTED) ?? ''; // the pool that the stream has in full
let stream = null;
let past = null; // the question for it that is under way
let pastMillis = 0;

const detail = new Detail();
const flows = new Flows(byId('flows'));
const cards = new Cards(byId('pools'), id => {
  if (!pools.has(id)) return;
  keep(TAB, SELECTED, id);
  show({ ...view, pool: id });
  byId('detail').focus({ preventScroll: false });
});

// ---- What comes in

function takeRun(id, isForAnother) {
  if (run === id && isForAnother) return;
  if (run !== id) {
    // Another server: what was known is of one that is gone, but the choice stays.
    pools.clear();
    askForPolicies();
  }
  selected?.missedSome();
  forgetQuestion();
  run = id;
}

function takeFrame(next, full) {
  frame = next;
  const there = new Set();
  for (const state of next.pools) {
    there.add(state.id);
    if (!pools.has(state.id)) pools.set(state.id, new Pool(state.id));
    pools.get(state.id).take(full?.id === state.id ? full : state, next.timeMillis);
  }
  for (const id of pools.keys()) if (!there.has(id)) pools.delete(id);
  follow();
  askForDetail();
  askForPast();
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(draw);
  }
}

/** Keeps to what is selected, also when it ends or comes back; at first there is nothing to keep to. */
function follow() {
  if (!selected) {
    const first = pools.get(view.pool) ?? pools.get(recall(TAB, SELECTED)) ?? listed()[0];
    if (first && view.pool !== null && view.pool !== first.id) {
      view = { ...view, problem: `${view.problem} There is no pool '${shown(view.pool)}' here.`.trim() };
    }
    if (first) select(first);
    return;
  }
  const now = pools.get(selected.id);
  if (!now) selected.end();
  else if (now !== selected) select(now);
}

function forgetQuestion() {
  question = null;
  askedMillis = 0;
  past = null;
  pastMillis = 0;
}

/** Asks for the selected pool's journal where it has changed, and at first for its past. */
async function askForDetail() {
  const pool = selected;
  const now = Date.now();
  if (!pool || pool.ended || question || !pool.hasMore() || now - askedMillis < DETAIL_EVERY_MILLIS) return;
  const mine = {};
  question = mine;
  askedMillis = now;
  const asked = new URLSearchParams({ id: pool.id, ...pool.question() });
  try {
    const answer = await fetch('api/pool?' + asked, { signal: AbortSignal.timeout(ANSWER_MILLIS) });
    if (!answer.ok) return;
    const known = await answer.json();
    if (question === mine) pool.takeDetail(known);
  } catch {
    // The connection says that it is lost; the next frame asks again.
  } finally {
    if (question === mine) question = null;
  }
}

/** Asks for the time to compare with. */
async function askForPast() {
  const pool = selected;
  const now = Date.now();
  const asked = pool?.pastQuestion();
  if (!asked || pool.ended || past || now - pastMillis < DETAIL_EVERY_MILLIS) return;
  const mine = { asked };
  past = mine;
  pastMillis = now;
  try {
    const fields = new URLSearchParams({ id: pool.id, since: Number.MAX_SAFE_INTEGER, ...asked });
    const answer = await fetch('api/pool?' + fields, { signal: AbortSignal.timeout(ANSWER_MILLIS) });
    if (!answer.ok) return;
    const known = await answer.json();
    if (past === mine) pool.takePast(known, asked);
  } catch {
    // The next frame asks again.
  } finally {
    if (past === mine) past = null;
  }
}

function askForPolicies() {
  fetch('api/policies', { signal: AbortSignal.timeout(ANSWER_MILLIS) })
    .then(answer => answer.json())
    .then(names => byId('policies').replaceChildren(...names.map(name => {
      const option = made('option');
      option.value = name;
      return option;
    })))
    .catch(() => {});
}

// ---- What is shown

function draw() {
  drawing = false;
  if (!frame || document.hidden) return;
  const beganMillis = performance.now();
  const all = listed();
  say(byId('pool-count'), all.length ? `(${all.length}${frame.poolsMore ? ` of ${all.length + frame.poolsMore}` : ''})` : '');
  showTrouble(all);
  byId('pools-none').hidden = all.length > 0;
  byId('filter').parentElement.hidden = all.length < 6;
  say(byId('source'), frame.sources.map(sourceText).join('; '));
  cards.show(all, selected?.id, frame.sources.length > 1);
  if (selected) {
    if (selected.full) refill(byId('switches'), selected.full);
    showLinks();
    detail.update();
  }
  flows.show(frame.flows);
  // For the browser's own tools: how long the last frame took to be drawn, and of how many pools.
  performance.clearMeasures(DRAWN);
  performance.measure(DRAWN, { start: beganMillis, detail: all.length });
}

/** The pools of the last frame: those in trouble first, else in its order. */
function listed() {
  return inOrder(frame.pools.map(state => pools.get(state.id)).filter(Boolean));
}

/** How many are in trouble: in the header, in the title and in the icon of the tab. */
function showTrouble(all) {
  const many = all.filter(isInTrouble).length;
  const text = many ? `${many} of ${counted(all.length, 'pool')} in trouble` : '';
  say(byId('trouble'), text || (all.length ? 'No pool is in trouble' : ''));
  byId('trouble').classList.toggle('bad', many > 0);
  const title = [many ? `${many} in trouble` : '', titleOf(frame.sources), 'Flyball'].filter(Boolean).join(' – ');
  if (document.title !== title) document.title = title;
  const icon = many ? 'icon-trouble.svg' : 'icon.svg';
  if (byId('icon').getAttribute('href') !== icon) byId('icon').setAttribute('href', icon);
}

/** Shows another view, and has the address say so. */
function show(next) {
  history.replaceState(null, '', writeAddress(next));
  turnTo({ ...next, problem: '' });
}

/** Turns to a view, as the address says. */
function turnTo(next) {
  view = next;
  showChoices();
  if (!selected) return;
  const pool = pools.get(view.pool) ?? selected;
  if (pool !== selected) {
    select(pool);
  } else {
    pool.lookAt(view);
    forgetQuestion();
    askForDetail();
    askForPast();
    detail.update();
  }
}

function showChoices() {
  byId('range').value = String(view.range);
  byId('compare').checked = view.compare;
}

/** What the links lead to: the moment that is shown, and the present. */
function showLinks() {
  const shownView = { ...view, pool: selected.id, at: selected.until() };
  byId('link').setAttribute('href', writeAddress(shownView));
  byId('live').setAttribute('href', writeAddress({ ...shownView, at: null }));
}

function select(pool) {
  selected?.forget();
  selected = pool;
  pool.lookAt(view);
  showLinks();
  begin(byId('switches'), pool);
  detail.select(pool);
  if (wanted !== pool.id) {
    wanted = pool.id;
    stream?.reopen();
  }
  forgetQuestion();
  askForDetail();
  cards.show(listed(), pool.id, frame.sources.length > 1);
}

function showConnection(state, text) {
  const element = byId('connection');
  if (element.dataset.state !== state) element.dataset.state = state;
  say(element, text);
}

// ---- The theme

const THEMES = ['system', 'light', 'dark'];

function showTheme() {
  const theme = recall(BROWSER, THEME) ?? 'system';
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  say(byId('theme'), 'Theme: ' + (theme === 'system' ? 'as the system' : theme));
  detail.recolour();
}

// ---- The beginning

showTheme();
showChoices();
wire(byId('switches'), () => (selected?.ended ? null : selected));

byId('theme').addEventListener('click', () => {
  const now = recall(BROWSER, THEME) ?? 'system';
  keep(BROWSER, THEME, THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
  showTheme();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
byId('token-form').addEventListener('submit', event => {
  event.preventDefault();
  keepToken(byId('token').value.trim());
  byId('token').value = '';
});
byId('filter').addEventListener('input', event => {
  cards.filter = event.target.value.toLowerCase();
  draw();
});
byId('range').addEventListener('change', event => show({ ...view, pool: selected?.id ?? view.pool, range: Number(event.target.value) }));
byId('compare').addEventListener('change', event => show({ ...view, pool: selected?.id ?? view.pool, compare: event.target.checked }));
addEventListener('hashchange', () => turnTo(readAddress(location.hash)));
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault(); // the address says what is shown
  byId('detail').focus();
});
document.addEventListener('visibilitychange', draw);

stream = connect({ address: () => 'events?pool=' + encodeURIComponent(wanted), onFrame: takeFrame, onRun: takeRun, onState: showConnection });
