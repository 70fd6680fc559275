// The selected pool: who decides and why, its figures in pictures and in a table, its journal.

import { momentText } from './address.js';
import { bracketed, limit, made, millis, number, offered, percent, say, shown, turnedAway, unit } from './format.js';
import { Charts } from './charts.js';
import { JournalTable } from './journal.js';
import { Scatter } from './scatter.js';
import { ShedTable } from './shed.js';
import { showSentence, showVerdict } from './verdict.js';

const MODES = {
  GOVERN: ['governed', ''],
  ADVISE_ONLY: ['advice only', 'warm'],
  PINNED: ['pinned by hand', 'warm'],
  OVERRIDDEN: ['overridden by hand', 'bad'],
  UNGOVERNED: ['ungoverned', 'warm'],
};

const TILES = [
  ['Workers', f => number(f.workersTarget), f => `(${number(f.workersCurrent)} alive)`],
  ['Busy', f => number(f.busy), f => percent(f.workersTarget ? f.busy / f.workersTarget : null)],
  ['Waiting', f => number(f.queued), f => `${millis(f.waitMillis)} each`],
  ['Offered', f => number(offered(f)), f => unit(offered(f), 'tasks/s')],
  ['End', f => number(f.completedPerSecond), f => unit(f.completedPerSecond, 'tasks/s')],
  ['Turned away', f => number(turnedAway(f)), f => unit(turnedAway(f), 'tasks/s')],
  ['Fail', f => number(f.failedPerSecond), f => unit(f.failedPerSecond, 'tasks/s')],
  // Where nothing ends there is no time from arrival to end, and nothing that is not known.
  ['Arrival to end', f => millis(f.responseMillisP95), f => (f.completedPerSecond === 0 ? '95 %' : unit(f.responseMillisP95, '95 %'))],
];

const FIGURES = [
  ['Workers asked for', (f) => number(f.workersTarget)],
  ['Workers alive', (f) => number(f.workersCurrent)],
  ['Busy workers', (f) => number(f.busy)],
  ['Tasks waiting now', (f) => number(f.queued)],
  ['Tasks waiting on average', (f) => number(f.queuedMean)],
  ['Tasks that may wait', (f) => limit(f.queueCapacity)],
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

/** Of a pool that was selected just now, until it is known in full. */
const NOT_YET = { steering: { mode: '', reason: '…' }, shed: [] };

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
    this.journal = new JournalTable(byId('journal').querySelector('tbody'), text => this.speak(text));
  }

  /** Turns to another pool, or to none. */
  select(pool) {
    this.pool = pool;
    this.scatterMillis = 0;
    this.section.hidden = !pool;
    this.journal.clear();
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
    const state = this.pool.full ?? { ...NOT_YET, ...this.pool.state, figures: {} };
    const { figures, steering } = state;
    say(byId('pool-name'), shown(state.name));
    chip(byId('pool-mode'), MODES[steering.mode] ?? [steering.mode, '']);
    showVerdict(byId('pool-verdict'), state.verdict);
    showSentence(byId('pool-sentence'), state, this.pool.timeMillis, true);
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
    this.showMoment();
    this.charts.show(this.pool, this.pool.view.range, this.pool.until());
    this.drawScatter();
    this.journal.show(this.pool.journal);
  }

  /** Says of when the pictures are, and what of it is not kept. */
  showMoment() {
    const { view, series, past } = this.pool;
    const parts = [view.problem];
    if (view.at !== null) parts.push(momentText(view.at));
    if (view.at !== null && this.pool.isAnswered() && !series.timeMillis.length) parts.push('Nothing is kept of that time.');
    if (view.compare && past && !past.timeMillis.length) parts.push('Nothing is kept of the hour before to compare with.');
    const text = parts.filter(Boolean).join(' ');
    byId('moment').hidden = !text;
    say(byId('moment-text'), text);
    byId('live').hidden = view.at === null;
  }

  problem() {
    const { full, state, ended } = this.pool;
    if (ended) return shown(state.name) + ' has ended; this is what was last seen of it.';
    const { problem } = full ?? state;
    return problem ? 'Not seen now: ' + shown(problem) : '';
  }

  drawScatter() {
    const now = Date.now();
    if (now - this.scatterMillis >= SCATTER_EVERY_MILLIS && this.pool.series.timeMillis.length) {
      this.scatterMillis = now;
      this.scatter.show(this.pool);
    }
  }

  /** Tells a screen reader of the latest change, now and then; not of every one. */
  speak(text) {
    const now = Date.now();
    if (now - this.spokenMillis < SPOKEN_EVERY_MILLIS) return;
    this.spokenMillis = now;
    say(byId('decision'), text);
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
