// Figures over time: uPlot draws, this says what. Under each title stand the names of the lines
// and their values, the latest or those under the pointer.

import { colour, made, millis, number, percent, say, timeOfDay } from './format.js';
import { heldTimes, markKind } from './journal.js';
import { Marks } from './marks.js';
import { HOUR_MILLIS, isGap, usualStep } from './pool.js';

const HEIGHT = 170;
const SPAN_SECONDS_MIN = 2;

/** A limit further above the rest than that is told, not drawn: it would press all else down. */
const LIMIT_TIMES_MAX = 3;

/**
 * Each line: the column it shows, its name, a colour of the style sheet, whether it is dashed. A
 * picture with marks has those of all decisions, the others a line for what a hand did.
 */
const CHARTS = [
  {
    title: 'Workers',
    format: number,
    marks: true,
    lines: [
      { column: 'workersTarget', label: 'size', colour: 'c1', stepped: true },
      { column: 'busy', label: 'busy', colour: 'c3', filled: true },
      { column: 'limitMax', label: 'limit', colour: 'c5', dashed: true, stepped: true, limit: true },
    ],
  },
  {
    title: 'Tasks that wait',
    format: number,
    lines: [
      { column: 'queued', label: 'waiting', colour: 'c2', filled: true },
      { column: 'queueCapacity', label: 'limit', colour: 'c5', dashed: true, stepped: true, limit: true },
    ],
  },
  {
    title: 'Tasks per second',
    format: number,
    lines: [
      { column: 'arrivedPerSecond', label: 'arrive', colour: 'c5', dashed: true },
      { column: 'completedPerSecond', label: 'end', colour: 'c1' },
      { column: 'shedPerSecond', label: 'shed', colour: 'c2' },
    ],
  },
  {
    title: 'Time from arrival to end',
    format: millis,
    lines: [
      { column: 'responseMillisP50', label: 'median', colour: 'c1' },
      { column: 'responseMillisP95', label: '95 %', colour: 'c2', dashed: true },
      { column: 'responseMillisP99', label: '99 %', colour: 'c4' },
    ],
  },
  {
    title: 'Where a worker’s time goes',
    format: percent,
    shares: true,
    lines: [
      { column: 'cpuShare', label: 'computing', colour: 'c1', filled: true },
      { column: 'runQueueShare', label: 'waiting for a processor', colour: 'c2', filled: true },
      { column: 'blockedShare', label: 'waiting for something else', colour: 'c3', filled: true },
    ],
  },
  {
    title: 'Dead time: part of a task’s time spent waiting',
    format: percent,
    shares: true,
    lines: [{ column: 'deadTimeRatio', label: 'dead time', colour: 'c4', filled: true }],
  },
];

export class Charts {
  constructor(place) {
    this.place = place;
    this.charts = [];
    this.build();
    new ResizeObserver(() => this.resize()).observe(place.parentElement);
  }

  /** Draws all anew, as after a change of the theme. */
  rebuild() {
    this.charts.forEach(chart => chart.plot.destroy());
    this.place.replaceChildren();
    this.build();
  }

  build() {
    this.charts = CHARTS.map(plan => this.buildOne(plan));
    this.resize();
  }

  buildOne(plan) {
    const figure = made('figure');
    const legend = made('ul', 'legend');
    const frame = made('div', 'frame');
    const place = made('div', 'plot');
    place.setAttribute('aria-hidden', 'true'); // the legend and the table of figures say it in words
    figure.append(made('figcaption', '', plan.title), legend, frame);
    this.place.append(figure);
    const chart = { plan, place, shown: [], past: [], unknown: [], held: [], signs: [], top: 1, values: plan.lines.map(line => entry(legend, line)) };
    chart.heldNote = note(legend, 'held', 'not left to the policy');
    chart.pastNote = note(legend, 'past', 'faint, and in brackets: an hour before');
    chart.marks = plan.marks ? new Marks(frame) : null;
    frame.append(place);
    chart.plot = new uPlot(options(chart, index => tell(chart, index)), [[]], place);
    return chart;
  }

  resize() {
    for (const chart of this.charts) {
      const width = chart.place.clientWidth;
      if (width > 0 && width !== chart.plot.width) chart.plot.setSize({ width, height: HEIGHT });
    }
  }

  /** Shows the last seconds of a pool, up to a moment. */
  show(pool, seconds, now) {
    const { series, journal } = pool;
    const times = series.timeMillis;
    let first = times.findIndex(time => time >= now - seconds * 1000);
    if (first < 0) first = times.length;
    // A pool that is young is not pressed into the corner of minutes that it was not there.
    const span = Math.min(seconds, Math.max(SPAN_SECONDS_MIN, (now - (times[first] ?? now)) / 1000));
    const from = now - span * 1000;
    const rows = rowsWithGaps(times, first, series.rowMillis);
    const x = rows.map((row, i) => (row === null ? times[rows[i - 1]] + 1 : times[row]) / 1000);
    const past = pool.past && rowsBefore(pool.past, x);
    const held = heldTimes(journal, pool.full?.steering.mode).filter(([, end]) => end > from);
    const signs = journal.filter(entry => ['hand', 'failed'].includes(markKind(entry)) && entry.timeMillis > from);
    for (const chart of this.charts) {
      const { plan, plot } = chart;
      chart.shown = plan.lines.map(line => rows.map(row => (row === null ? null : series[line.column][row])));
      chart.past = past && isCompared(plan) ? plan.lines.map(line => past.map(row => (row === null || line.limit ? null : pool.past[line.column][row]))) : [];
      chart.unknown = plan.lines.map(line => line.limit && pool.full?.figures[line.column] === null);
      chart.held = held;
      chart.signs = signs;
      chart.top = topOf(chart);
      chart.heldNote.hidden = !plan.marks || held.length === 0;
      chart.pastNote.hidden = !chart.past.some(values => values.some(value => value !== null));
      const drawn = plan.shares ? stacked(chart.shown) : chart.shown;
      const faint = isCompared(plan) ? plan.lines.map((line, i) => chart.past[i] ?? x.map(() => null)) : [];
      plot.setData([x, ...drawn, ...faint], false);
      plot.setScale('x', { min: from / 1000, max: now / 1000 });
      chart.marks?.show(journal, from, now, plot.over.offsetLeft, plot.over.offsetWidth);
      tell(chart, plot.cursor.idx);
    }
  }
}

/** Areas on top of each other leave no room for others behind them. */
function isCompared(plan) {
  return !plan.shares || plan.lines.length === 1;
}

/** The largest figure that is to be in the picture; a limit is, where it is not far above the rest. */
function topOf({ plan, shown, past }) {
  let top = 0;
  let limit = 0;
  [...shown, ...past].forEach((values, i) => {
    const isLimit = plan.lines[i % plan.lines.length].limit;
    for (const value of values) {
      if (isLimit) limit = Math.max(limit, value ?? 0);
      else top = Math.max(top, value ?? 0);
    }
  });
  return Math.max(1, limit <= LIMIT_TIMES_MAX * top ? Math.max(top, limit) : top);
}

/** For each moment the row of an hour before it; null where there was none. */
function rowsBefore(past, x) {
  const times = past.timeMillis;
  const near = Math.max(past.rowMillis, 1000);
  let row = 0;
  return x.map(seconds => {
    const wanted = seconds * 1000 - HOUR_MILLIS;
    while (row + 1 < times.length && times[row] < wanted) row++;
    return Math.abs((times[row] ?? Infinity) - wanted) <= near ? row : null;
  });
}

/** The rows from one on, and null between two where nothing was seen: no line is drawn there. */
function rowsWithGaps(times, first, rowMillis) {
  const usual = Math.max(rowMillis, usualStep(times.slice(first)));
  const rows = [];
  for (let row = first; row < times.length; row++) {
    if (row > first && isGap(times[row - 1], times[row], usual)) rows.push(null);
    rows.push(row);
  }
  return rows;
}

function entry(legend, line) {
  const item = made('li');
  const mark = made('i', line.dashed ? 'dashed' : '');
  mark.style.color = `var(--${line.colour})`;
  const value = made('span');
  item.append(mark, line.label + ' ', value);
  legend.append(item);
  return value;
}

/** What is in a picture besides its lines. */
function note(legend, mark, text) {
  const item = made('li', 'faint');
  item.append(made('i', mark), text);
  item.hidden = true;
  legend.append(item);
  return item;
}

/** Writes the values under the pointer, or the latest; in brackets those of an hour before. */
function tell(chart, index) {
  const { format, lines } = chart.plan;
  chart.shown.forEach((values, i) => {
    const at = index === null || index === undefined ? values.length - 1 : index;
    const before = chart.past[i]?.[at] ?? null;
    // Where something was seen, a limit that is not there is none, unless the pool does not tell it.
    const none = lines[i].limit && !chart.unknown[i] && values[at] === null && chart.shown[0][at] !== null;
    const far = lines[i].limit && values[at] > chart.top ? ', above the picture' : '';
    say(chart.values[i], (none ? 'none' : format(values[at])) + far + (before === null ? '' : ` (${format(before)})`));
  });
}

/** Each line on top of those before it; unknown where any of them is. */
function stacked(columns) {
  const sums = [];
  columns.forEach((values, i) => {
    sums.push(values.map((value, at) => {
      const below = i === 0 ? 0 : sums[i - 1][at];
      return value === null || below === null ? null : below + value;
    }));
  });
  return sums;
}

/** Where a figure is known between two that are not: a line would not show it. */
function alone(values) {
  const known = at => values[at] !== null && values[at] !== undefined;
  const found = [];
  values.forEach((value, at) => {
    if (known(at) && !known(at - 1) && !known(at + 1)) found.push(at);
  });
  return found.length ? found : null;
}

/** Seconds are told only where the ticks are closer than a minute. */
function times(plot, ticks, axis, space, step) {
  return ticks.map(tick => timeOfDay(1000 * tick, step < 60));
}

function options(chart, onPointer) {
  const { plan } = chart;
  const axis = { stroke: colour('faint'), grid: { stroke: colour('line'), width: 1 }, ticks: { stroke: colour('line') }, font: '12px system-ui, sans-serif' };
  const lines = plan.lines.map((line, i) => ({
    label: line.label,
    stroke: colour(line.colour),
    width: 1.75,
    dash: line.dashed ? [6, 4] : undefined,
    fill: line.filled && !plan.shares ? colour(line.colour) + '2e' : i === 0 && plan.shares ? colour(line.colour) + '66' : undefined,
    paths: line.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
    points: { show: false, size: 4, fill: colour(line.colour), filter: (plot, at) => alone(plot.data[at]) },
    spanGaps: false,
  }));
  const faint = isCompared(plan) ? plan.lines.map(line => ({
    label: line.label + ' an hour before',
    stroke: colour(line.colour) + '80',
    width: 1,
    points: { show: false },
    spanGaps: false,
  })) : [];
  // A share is filled down to the one below it, so that the areas do not mix their colours.
  const bands = plan.shares ? plan.lines.slice(1).map((line, i) => ({ series: [i + 2, i + 1], fill: colour(line.colour) + '66' })) : [];
  return {
    width: 300,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, sync: { key: 'pool' }, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: plan.shares ? [0, 1] : () => [0, chart.top * 1.08] } },
    axes: [{ ...axis, space: 72, values: times }, { ...axis, size: 64, values: (plot, ticks) => ticks.map(tick => plan.format(tick, Math.max(...ticks))) }],
    series: [{}, ...lines, ...faint],
    bands,
    hooks: {
      setCursor: [plot => onPointer(plot.cursor.idx)],
      drawClear: [plot => drawHeld(plot, chart.held)],
      draw: [plot => drawSigns(plot, chart.signs)],
    },
  };
}

/** Where a moment is in a picture, in the pixels of its canvas. */
function across(plot, timeMillis) {
  const { left, width } = plot.bbox;
  const { min, max } = plot.scales.x;
  return left + Math.min(1, Math.max(0, (timeMillis / 1000 - min) / (max - min))) * width;
}

/** Shades the times in which the policy was not followed. */
function drawHeld(plot, held) {
  plot.ctx.fillStyle = colour('warm') + '22';
  for (const [from, until] of held) {
    const left = across(plot, from);
    plot.ctx.fillRect(left, plot.bbox.top, across(plot, until) - left, plot.bbox.height);
  }
}

/** A line for each time at which a hand, or a failure, changed who decides. */
function drawSigns(plot, signs) {
  const pen = plot.ctx;
  pen.save();
  pen.lineWidth = uPlot.pxRatio;
  pen.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  for (const entry of signs) {
    if (entry.timeMillis / 1000 > plot.scales.x.max) continue;
    const x = across(plot, entry.timeMillis);
    pen.strokeStyle = colour(markKind(entry) === 'failed' ? 'bad' : 'warm');
    pen.beginPath();
    pen.moveTo(x, plot.bbox.top);
    pen.lineTo(x, plot.bbox.top + plot.bbox.height);
    pen.stroke();
  }
  pen.restore();
}
