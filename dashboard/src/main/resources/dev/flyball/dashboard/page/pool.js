// What the page knows of one pool: the last state, a short past for its card, and, while it is
// selected, the last ten minutes.

export const COLUMNS = [
  'workersTarget', 'workersCurrent', 'busy', 'queued', 'arrivedPerSecond', 'completedPerSecond', 'shedPerSecond',
  'responseMillisP50', 'responseMillisP95', 'responseMillisP99', 'deadTimeRatio',
  'cpuShare', 'blockedShare', 'runQueueShare', 'workPerSecond',
];

const SPARK_MILLIS = 60_000;
const SPARK_STEP_MILLIS = 500;
const KEPT_MILLIS = 10 * 60_000;
const GAP_MILLIS = 3000;
const JOURNAL_MAX = 300;

/** What is known of a pool of which nothing was asked yet. */
const NOTHING = { newest: -1, curve: -1 };

export class Pool {
  constructor(id) {
    this.id = id;
    this.state = null;
    this.timeMillis = 0;
    this.ended = false;
    this.spark = [];
    this.series = null;
    this.journal = [];
    this.learned = [];
    this.known = NOTHING;
  }

  /** Takes in the pool's part of a frame. */
  take(state, timeMillis) {
    const sameLife = this.state?.life === state.life;
    const sameWindow = sameLife && state.window > 0 && state.window === this.state.window;
    if (this.state && !sameLife) this.beginAnew();
    this.state = state;
    this.timeMillis = timeMillis;
    this.ended = false;
    while (this.spark.length && this.spark[0].timeMillis < timeMillis - SPARK_MILLIS) this.spark.shift();
    if (state.problem) return;
    const figures = state.figures;
    const last = this.spark[this.spark.length - 1]?.timeMillis ?? -Infinity;
    if (timeMillis - last >= 0.9 * SPARK_STEP_MILLIS) {
      this.spark.push({ timeMillis, size: figures.workersTarget, busy: figures.busy });
    }
    if (this.series && !sameWindow) append(this.series, timeMillis, figures);
  }

  /** Forgets all: another pool has taken the name. */
  beginAnew() {
    this.spark = [];
    this.journal = [];
    this.learned = [];
    this.known = NOTHING;
    if (this.series) this.series = emptySeries();
  }

  /** Whether there is more to ask for than is known. */
  hasMore() {
    return this.known.newest !== this.state.newest || this.known.curve !== this.state.curve;
  }

  /** What to ask for: all, or of journal and curve what is not known yet. */
  question() {
    const { newest, curve } = this.known;
    return this.known === NOTHING ? { history: 'yes' } : { since: newest, curve };
  }

  /** Notes that it is there no more; what was last seen of it stays. */
  end() {
    this.ended = true;
  }

  /** Takes in what was asked for: the journal, what was learned, and at first the past. */
  takeDetail(detail) {
    if (detail.life !== this.state.life) return; // of another pool; the next frame says so
    const whole = Boolean(detail.history.timeMillis);
    if (!whole && this.known === NOTHING) return; // to be asked for anew, meanwhile
    if (whole || detail.curve !== this.known.curve) this.learned = detail.learned;
    const since = whole ? [] : this.journal;
    const last = since[since.length - 1]?.number ?? 0;
    this.journal = [...since, ...detail.journal.filter(entry => entry.number > last)].slice(-JOURNAL_MAX);
    this.known = { newest: detail.newest, curve: detail.curve };
    if (whole) {
      const heard = this.series;
      this.series = { timeMillis: detail.history.timeMillis };
      for (const column of COLUMNS) this.series[column] = detail.history[column];
      if (heard) keepLater(this.series, heard);
    }
  }

  /** Has the past asked for again, as after a lost connection. */
  missedSome() {
    this.known = NOTHING;
  }

  /** Lets go of the long past while another pool is selected. */
  forget() {
    this.series = null;
    this.known = NOTHING;
  }
}

function append(series, timeMillis, figures) {
  const times = series.timeMillis;
  if (times.length && timeMillis <= times[times.length - 1]) return;
  times.push(timeMillis);
  for (const column of COLUMNS) series[column].push(figures[column]);
  let old = 0;
  while (times[old] < timeMillis - KEPT_MILLIS) old++;
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
  const series = { timeMillis: [] };
  for (const column of COLUMNS) series[column] = [];
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
