// The selected pool: who decides and why, its figures in pictures and in a table, its journal.

import { bracketed, clock, counted, limit, made, millis, number, offered, percent, say, shown, turnedAway } from './format.js';
import { Charts } from './charts.js';
import { Scatter } from './scatter.js';
import { emptySeries } from './pool.js';
import { ShedTable } from './shed.js';
import { showSentence, showVerdict } from './verdict.js';

const MODES = {
  GOVERN: ['governed', ''],
  ADVISE_ONLY: ['advice only', 'warm'],
  PINNED: ['pinned by hand', 'warm'],
  OVERRIDDEN: ['overridden by hand', 'bad'],
  UNGOVERNED: ['ungoverned', 'warm'],
};

const CAUSES = {
  POLICY: 'policy',
  ADVISE_ONLY: 'advice, not followed',
  PINNED: 'hand (pinned)',
  OVERRIDDEN: 'hand (overridden)',
  LIMITS: 'limits',
  POLICY_FAILED: 'the policy failed',
  TARGET_FAILED: 'the pool failed',
};

const TILES = [
  ['Workers', f => number(f.workersTarget), f => `(${number(f.workersCurrent)} alive)`],
  ['Busy', f => number(f.busy), f => percent(f.workersTarget ? f.busy / f.workersTarget : null)],
  ['Waiting', f => number(f.queued), f => `${millis(f.waitMillis)} each`],
  ['Offered', f => number(offered(f)), () => 'tasks/s'],
  ['End', f => number(f.completedPerSecond), () => 'tasks/s'],
  ['Turned away', f => number(turnedAway(f)), () => 'tasks/s'],
  ['Fail', f => number(f.failedPerSecond), () => 'tasks/s'],
  ['Arrival to end', f => millis(f.responseMillisP95), () => '95 %'],
];

const FIGURES = [
  ['Workers asked for', (f) => number(f.workersTarget)],
  ['Workers alive', (f) => number(f.workersCurrent)],
  ['Busy workers', (f) => number(f.busy)],
  ['Tasks waiting now', (f) => number(f.queued)],
  ['Tasks waiting on average', (f) => number(f.queuedMean)],
  ['Tasks arriving per second', (f) => number(f.arrivedPerSecond)],
  ['Tasks ending per second', (f) => number(f.completedPerSecond)],
  ['Tasks failing per second', (f) => number(f.failedPerSecond)],
  ['Tasks rejected per second', (f) => number(f.rejectedPerSecond)],
  ['Tasks shed per second', (f) => number(f.shedPerSecond)],
  ['Mean service time', (f) => millis(f.serviceMillis)],
  ['Mean wait', (f) => millis(f.waitMillis)],
  ['Arrival to end, median', (f) => millis(f.responseMillisP50)],
  ['Arrival to end, 95 %', (f) => millis(f.responseMillisP95)],
  ['Arrival to end, 99 %', (f) => millis(f.responseMillisP99)],
  ['Dead-time ratio', (f) => percent(f.deadTimeRatio)],
  ['Worker’s time: computing', (f) => percent(f.cpuShare)],
  ['Worker’s time: waiting for a processor', (f) => percent(f.runQueueShare)],
  ['Worker’s time: waiting for something else', (f) => percent(f.blockedShare)],
  ['Processors usable', (f) => number(f.cores)],
  ['Processors busy with this program', (f) => number(f.processBusyCores)],
  ['Processors busy with anything', (f) => number(f.hostBusyCores)],
  ['Advised size', (f, s) => s.advice ? number(s.advice) : '–'],
  ['The same without limits', (f, s) => s.wanted ? number(s.wanted) : '–'],
  ['Smallest size allowed', (f, s) => s.limitMin ? limit(s.limitMin) : '–'],
  ['Largest size allowed', (f, s) => s.limitMax ? limit(s.limitMax) : '–'],
  ['Changes of size', (f, s) => number(s.sizeChanges)],
  ['Failures of the policy', (f, s) => number(s.policyFailures)],
  ['Failures of the pool', (f, s) => number(s.targetFailures)],
  ['Length of the window', (f) => millis(1000 * f.seconds)],
];

const JOURNAL_ROWS = 100;
const SCATTER_EVERY_MILLIS = 1000;
const SPOKEN_EVERY_MILLIS = 5000;

const byId = id => document.getElementById(id);

export class Detail {
  constructor() {
    this.section = byId('detail');
    this.charts = null;
    this.scatter = new Scatter(byId('scatter'), byId('medians'));
    this.tiles = TILES.map(tile);
    this.figures = FIGURES.map(row);
    this.shed = new ShedTable(byId('shed'));
    this.pool = null;
    this.scatterMillis = 0;
    this.spokenMillis = 0;
    this.told = 0;
    this.journalNewest = null;
  }

  /** Turns to another pool, or to none. */
  select(pool) {
    this.pool = pool;
    this.told = 0;
    this.journalNewest = null;
    this.scatterMillis = 0;
    this.section.hidden = !pool;
    byId('journal').querySelector('tbody').replaceChildren();
    if (pool && !this.charts) this.charts = new Charts(byId('charts'));
    if (pool) this.update();
  }

  /** Draws all anew in other colours. */
  recolour() {
    if (!this.charts) return;
    this.charts.rebuild();
    this.scatterMillis = 0;
    if (this.pool) this.update();
  }

  update() {
    const { state } = this.pool;
    const { figures, steering } = state;
    say(byId('pool-name'), shown(state.name));
    chip(byId('pool-mode'), MODES[steering.mode] ?? [steering.mode, '']);
    showVerdict(byId('pool-verdict'), state.verdict);
    showSentence(byId('pool-sentence'), state.verdict, state.verdictSinceMillis, true);
    say(byId('pool-policy'), steering.policy ? 'policy ' + shown(steering.policy) : '');
    say(byId('pool-reason'), steering.reason ? shown(steering.reason) : steering.policy ? 'no advice yet' : 'nobody decides: the size was set');
    say(byId('pool-reason-age'), bracketed(steering.adviceAgeSeconds));
    const problem = this.problem();
    byId('pool-problem').hidden = !problem;
    say(byId('pool-problem'), problem);
    byId('switches').hidden = steering.mode === 'UNGOVERNED' || this.pool.ended;
    this.tiles.forEach((show) => show(figures));
    this.figures.forEach((show) => show(figures, steering));
    this.shed.show(state.shed);
    const series = this.pool.series ?? emptySeries();
    this.charts.show(series, Number(byId('span').value), this.pool.timeMillis);
    this.drawScatter(series);
    this.showJournal();
  }

  problem() {
    const { state, ended } = this.pool;
    if (ended) return shown(state.name) + ' has ended; this is what was last seen of it.';
    return state.problem ? 'Not seen now: ' + shown(state.problem) : '';
  }

  drawScatter(series) {
    const now = Date.now();
    if (now - this.scatterMillis >= SCATTER_EVERY_MILLIS && series.timeMillis.length) {
      this.scatterMillis = now;
      this.scatter.show(this.pool);
    }
  }

  /** Adds what is new on top; the other rows stay, and with them what is selected or being read. */
  showJournal() {
    const entries = this.pool.journal.slice(-JOURNAL_ROWS);
    const newest = entries[entries.length - 1];
    if (!newest || isSame(newest, this.journalNewest)) return;
    const body = byId('journal').querySelector('tbody');
    const known = entries.findIndex(entry => isSame(entry, this.journalNewest));
    if (known < 0) body.replaceChildren();
    body.prepend(...entries.slice(known + 1).reverse().map(journalRow));
    while (body.children.length > JOURNAL_ROWS) body.lastElementChild.remove();
    this.journalNewest = newest;
    this.speak(newest);
  }

  /** Tells a screen reader of the latest change, now and then; not of every one. */
  speak(entry) {
    const now = Date.now();
    if (entry.number === this.told || now - this.spokenMillis < SPOKEN_EVERY_MILLIS) return;
    this.spokenMillis = now;
    this.told = entry.number;
    say(byId('decision'), `${entry.from} to ${counted(entry.to, 'worker')}: ${shown(entry.why)}`);
  }
}

function chip(element, [text, kind]) {
  say(element, text);
  if (element.dataset.kind !== kind) element.dataset.kind = kind;
}

function tile([label, main, side]) {
  const box = made('div');
  const value = made('dd');
  const first = made('span');
  const second = made('small');
  value.append(first, ' ', second);
  box.append(made('dt', '', label), value);
  byId('tiles').append(box);
  return figures => {
    say(first, main(figures));
    say(second, side(figures));
  };
}

function row([label, text]) {
  const line = made('tr');
  const name = made('th', '', label);
  name.scope = 'row';
  const value = made('td');
  line.append(name, value);
  byId('figures').querySelector('tbody').append(line);
  return (figures, steering) => say(value, text(figures, steering));
}

/** Whether two entries are of one decision; a pool that began anew counts from 1 again. */
function isSame(entry, other) {
  return other !== null && entry.number === other.number && entry.timeMillis === other.timeMillis;
}

function journalRow(entry) {
  const line = made('tr');
  const size = entry.from === entry.to
    ? `${entry.to}${entry.advised && entry.advised !== entry.to ? ` (advised ${entry.advised})` : ''}`
    : `${entry.from} → ${entry.to}`;
  line.append(
    made('td', '', clock(entry.timeMillis)),
    made('td', '', size),
    made('td', '', CAUSES[entry.cause] ?? entry.cause),
    made('td', '', shown(entry.why)));
  return line;
}
