// The page: takes frames in, keeps what is known of each pool, and shows it.
//
//   connection.js  the stream of frames        cards.js    the list of pools
//   pool.js        what is known of a pool     detail.js   the selected one, with charts.js, scatter.js
//   verdict.js     how a verdict looks, and which pools come first
//   switches.js    what a hand may do          flows.js    data flows as networks
//
// Every text that comes from outside goes into the page as text, never as markup.

import { Cards } from './cards.js';
import { connect } from './connection.js';
import { Detail } from './detail.js';
import { Flows } from './flows.js';
import { Pool, emptySeries } from './pool.js';
import { counted, made, say, shown } from './format.js';
import { inOrder, isInTrouble } from './verdict.js';
import { BROWSER, TAB, keep, recall } from './kept.js';
import { begin, keepToken, refill, wire } from './switches.js';

const SELECTED = 'flyball-pool';
const THEME = 'flyball-theme';
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

const detail = new Detail();
const flows = new Flows(byId('flows'));
const cards = new Cards(byId('pools'), id => {
  if (!pools.has(id)) return;
  keep(TAB, SELECTED, id);
  select(pools.get(id));
  byId('detail').focus({ preventScroll: false });
});

// ---- What comes in

function takeRun(id) {
  if (run !== id) {
    // Another server: what was known is of one that is gone, but the choice stays.
    pools.clear();
    askForPolicies();
  }
  selected?.missedSome();
  forgetQuestion();
  run = id;
}

function takeFrame(next) {
  frame = next;
  const there = new Set();
  for (const state of next.pools) {
    there.add(state.id);
    if (!pools.has(state.id)) pools.set(state.id, new Pool(state.id));
    pools.get(state.id).take(state, next.timeMillis);
  }
  for (const id of pools.keys()) if (!there.has(id)) pools.delete(id);
  follow();
  askForDetail();
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(draw);
  }
}

/** Keeps to what is selected, also when it ends or comes back; at first there is nothing to keep to. */
function follow() {
  if (!selected) {
    const wanted = recall(TAB, SELECTED);
    const first = pools.get(wanted) ?? listed()[0];
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
  const all = listed();
  say(byId('pool-count'), all.length ? `(${all.length}${frame.poolsMore ? ` of ${all.length + frame.poolsMore}` : ''})` : '');
  showTrouble(all);
  byId('pools-none').hidden = all.length > 0;
  byId('filter').parentElement.hidden = all.length < 6;
  say(byId('source'), frame.sources.map(source => shown(source.name) + (source.problem ? ': ' + shown(source.problem) : '')).join('; '));
  cards.show(all, selected?.id, frame.sources.length > 1);
  if (selected) {
    refill(byId('switches'), selected.state);
    detail.update();
  }
  flows.show(frame.flows);
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
  const title = text ? `${many} in trouble – Flyball` : 'Flyball dashboard';
  if (document.title !== title) document.title = title;
  const icon = many ? 'icon-trouble.svg' : 'icon.svg';
  if (byId('icon').getAttribute('href') !== icon) byId('icon').setAttribute('href', icon);
}

function select(pool) {
  selected?.forget();
  selected = pool;
  pool.series = emptySeries();
  begin(byId('switches'), pool);
  detail.select(pool);
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
byId('span').addEventListener('change', draw);
document.addEventListener('visibilitychange', draw);

connect({ onFrame: takeFrame, onRun: takeRun, onState: showConnection });
