// What the page knows of one pool: the last state, a short past for its card, and, while it is
// selected, the past that is to be seen.

import { merged } from './journal.js';

export const COLUMNS = [
  'workersTarget', 'workersCurrent', 'limitMax', 'busy', 'queued', 'queueCapacity', 'arrivedPerSecond', 'completedPerSecond', 'shedPerSecond',
  'responseMillisP50', 'responseMillisP95', 'responseMillisP99', 'deadTimeRatio',
  'cpuShare', 'blockedShare', 'runQueueShare', 'workPerSecond',
];

const SPARK_MILLIS = 60_000;
const SPARK_STEP_MILLIS = 500;
const GAP_MILLIS = 3000;
const JOURNAL_MAX = 1000;

/** How long a row is, and how many there may be before longer ones are asked for. */
const ROW_MILLIS = 500;
const ROWS_MAX = 1500;
const EARLY_MILLIS = 50;

export const HOUR_MILLIS = 3_600_000;

/** What stands for no upper limit. */
const NO_LIMIT = 2147483647;

/** What is known of a pool of which nothing was asked yet. */
const NOTHING = { newest: -1, curve: -1 };

export class Pool {
  constructor(id) {
    this.id = id;
    this.state = null; // in brief, or in full where that is known
    this.full = null; // of the selected one, the last that was known in full
    this.timeMillis = 0;
    this.ended = false;
    this.spark = [];
    this.view = null;
    this.series = null;
    this.past = null;
    this.journal = [];
    this.learned = [];
    this.known = NOTHING;
  }

  /** Has that part of the past asked for and kept which a view shows. */
  lookAt(view) {
    this.view = view;
    this.series = emptySeries();
    this.past = null;
    this.known = NOTHING;
  }

  /** Up to when it is shown. */
  until() {
    return this.view?.at ?? this.timeMillis;
  }

  /** Takes in the pool's part of a frame, in brief or in full. */
  take(state, timeMillis) {
    const sameLife = this.state?.life === state.life;
    if (this.state && !sameLife) this.beginAnew();
    const isFull = Boolean(state.steering);
    const sameWindow = isFull && state.window > 0 && state.window === this.full?.window;
    this.state = state;
    if (isFull) this.full = state;
    this.timeMillis = timeMillis;
    this.ended = false;
    while (this.spark.length && this.spark[0].timeMillis < timeMillis - SPARK_MILLIS) this.spark.shift();
    if (state.problem) return;
    const figures = state.figures;
    const last = this.spark[this.spark.length - 1]?.timeMillis ?? -Infinity;
    if (timeMillis - last >= 0.9 * SPARK_STEP_MILLIS) {
      this.spark.push({ timeMillis, size: figures.workersTarget, busy: figures.busy });
    }
    if (isFull && this.series && !sameWindow && this.view.at === null) {
      append(this.series, timeMillis, { ...figures, limitMax: limitMax(state.steering), queueCapacity: queueCapacity(figures) }, 1000 * this.view.range);
      if (this.series.timeMillis.length > ROWS_MAX) this.known = NOTHING;
    }
  }

  /** Forgets all: another pool has taken the name. */
  beginAnew() {
    this.spark = [];
    this.full = null;
    this.journal = [];
    this.learned = [];
    this.known = NOTHING;
    this.past = null;
    if (this.series) this.series = emptySeries();
  }

  /** Whether there is more to ask for than is known. */
  hasMore() {
    return this.known === NOTHING || this.known.newest !== this.full?.newest || this.known.curve !== this.full?.curve;
  }

  /** Whether what was asked for has come. */
  isAnswered() {
    return this.known !== NOTHING;
  }

  /** What to ask for: all, or of journal and curve what is not known yet. */
  question() {
    const { newest, curve } = this.known;
    if (this.known !== NOTHING) return { since: newest, curve };
    return stretch(this.until(), this.view);
  }

  /** Notes that it is there no more; what was last seen of it stays. */
  end() {
    this.ended = true;
  }

  /** Takes in what was asked for: the journal, what was learned, and at first the past. */
  takeDetail(detail) {
    if (detail.life !== this.state.life) return; // of another pool; the next frame says so
    this.full ??= detail.state?.[0] ?? null;
    const whole = Boolean(detail.history.timeMillis);
    if (!whole && this.known === NOTHING) return; // to be asked for anew, meanwhile
    if (whole || detail.curve !== this.known.curve) this.learned = detail.learned;
    this.journal = merged(whole ? [] : this.journal, detail.journal, JOURNAL_MAX);
    this.known = { newest: detail.newest, curve: detail.curve };
    if (whole) {
      const heard = this.series;
      this.series = seriesOf(detail.history);
      if (heard && this.view.at === null) keepLater(this.series, heard);
    }
  }

  /** What to ask for to compare with: null where it is known, or nothing is to be compared. */
  pastQuestion() {
    const until = this.until() - HOUR_MILLIS;
    if (!this.view?.compare || (this.past && until <= this.past.untilMillis)) return null;
    // A minute more than is shown now, so that it need not be asked for all the time.
    return stretch(this.view.at === null ? until + 60_000 : until, this.view, 60_000);
  }

  takePast(detail, { until }) {
    this.past = { ...seriesOf(detail.history), untilMillis: until };
  }

  /** Has the past asked for again, as after a lost connection. */
  missedSome() {
    this.known = NOTHING;
  }

  /** Lets go of the long past while another pool is selected. */
  forget() {
    this.full = null;
    this.series = null;
    this.past = null;
    this.known = NOTHING;
  }
}

/** A time of the past to ask for: as long as the view, and a row more, or a line would begin late. */
function stretch(until, { range }, more = 0) {
  return { from: Math.round(until - 1000 * range - 10_000 - more), until: Math.round(until) };
}

function limitMax({ limitMax: limit }) {
  return limit === 0 || limit === NO_LIMIT ? null : limit;
}

function queueCapacity({ queueCapacity: most }) {
  return most >= NO_LIMIT ? null : most;
}

/** The mean of figures of which some may not be known. */
function mixed(mean, figure, count) {
  if (mean === null || figure === null) return mean ?? figure;
  return mean + (figure - mean) / count;
}

function append(series, timeMillis, figures, keptMillis) {
  const times = series.timeMillis;
  if (times.length && timeMillis <= times[times.length - 1]) return;
  const last = times.length - 1;
  if (series.frames > 0 && timeMillis - series.beganMillis < series.rowMillis - EARLY_MILLIS) {
    series.frames++;
    times[last] = timeMillis;
    for (const column of COLUMNS) series[column][last] = mixed(series[column][last], figures[column], series.frames);
    return;
  }
  series.frames = 1;
  series.beganMillis = timeMillis;
  times.push(timeMillis);
  for (const column of COLUMNS) series[column].push(figures[column]);
  let old = 0;
  while (times[old] < timeMillis - keptMillis - 10_000) old++;
  // In large pieces, for each removal moves all that is kept.
  if (old > 100) for (const column of ['timeMillis', ...COLUMNS]) series[column].splice(0, old);
}

/** Adds to a past what was heard while it was on its way. */
function keepLater(series, heard) {
  const last = series.timeMillis[series.timeMillis.length - 1] ?? 0;
  heard.timeMillis.forEach((time, i) => {
    if (time <= last) return;
    series.timeMillis.push(time);
    for (const column of COLUMNS) series[column].push(heard[column][i]);
  });
}

/** A past without anything in it. */
export function emptySeries() {
  const series = { timeMillis: [], rowMillis: ROW_MILLIS, frames: 0, beganMillis: 0 };
  for (const column of COLUMNS) series[column] = [];
  return series;
}

/** A past as the server answers; the rows that follow are as long as its own. */
function seriesOf(history) {
  const series = { timeMillis: history.timeMillis, rowMillis: history.rowMillis, frames: 0, beganMillis: 0 };
  for (const column of COLUMNS) series[column] = history[column];
  return series;
}

/**
 * Whether nothing was seen between two moments. A pool that sleeps is seen rarely and always was,
 * so the usual distance counts.
 */
export function isGap(fromMillis, toMillis, usualMillis) {
  return toMillis - fromMillis > Math.max(GAP_MILLIS, 3 * usualMillis);
}

/** The median distance of some times, 0 where there are fewer than two. */
export function usualStep(times) {
  const steps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return steps.length ? steps[Math.floor(steps.length / 2)] : 0;
}
