// Figures over time: uPlot draws, this says what. Under each title stand the names of the lines
// and their values, the latest or those under the pointer.

import { colour, made, millis, number, percent, say, timeOfDay } from './format.js';
import { isGap, usualStep } from './pool.js';

const HEIGHT = 170;
const SPAN_SECONDS_MIN = 2;

/** Each line: the column it shows, its name, a colour of the style sheet, whether it is dashed. */
const CHARTS = [
  {
    title: 'Workers',
    format: number,
    lines: [
      { column: 'workersTarget', label: 'size', colour: 'c1', stepped: true },
      { column: 'busy', label: 'busy', colour: 'c3', filled: true },
    ],
  },
  {
    title: 'Tasks that wait',
    format: number,
    lines: [{ column: 'queued', label: 'waiting', colour: 'c2', filled: true }],
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
    const place = made('div', 'plot');
    place.setAttribute('aria-hidden', 'true'); // the legend and the table of figures say it in words
    figure.append(made('figcaption', '', plan.title), legend, place);
    this.place.append(figure);
    const chart = { plan, place, shown: [], values: plan.lines.map(line => entry(legend, line)) };
    chart.plot = new uPlot(options(plan, index => tell(chart, index)), [[]], place);
    return chart;
  }

  resize() {
    for (const chart of this.charts) {
      const width = chart.place.clientWidth;
      if (width > 0 && width !== chart.plot.width) chart.plot.setSize({ width, height: HEIGHT });
    }
  }

  /** Shows the last seconds of a pool, up to a moment. */
  show(series, seconds, now) {
    const times = series.timeMillis;
    let first = times.findIndex(time => time >= now - seconds * 1000);
    if (first < 0) first = times.length;
    // A pool that is young is not pressed into the corner of minutes that it was not there.
    const span = Math.min(seconds, Math.max(SPAN_SECONDS_MIN, (now - (times[first] ?? now)) / 1000));
    const rows = rowsWithGaps(times, first);
    const x = rows.map((row, i) => (row === null ? times[rows[i - 1]] + 1 : times[row]) / 1000);
    for (const chart of this.charts) {
      chart.shown = chart.plan.lines.map(line => rows.map(row => (row === null ? null : series[line.column][row])));
      const drawn = chart.plan.shares ? stacked(chart.shown) : chart.shown;
      chart.plot.setData([x, ...drawn], false);
      chart.plot.setScale('x', { min: now / 1000 - span, max: now / 1000 });
      tell(chart, chart.plot.cursor.idx);
    }
  }
}

/** The rows from one on, and null between two where nothing was seen: no line is drawn there. */
function rowsWithGaps(times, first) {
  const usual = usualStep(times.slice(first));
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

/** Writes the values under the pointer, or the latest. */
function tell(chart, index) {
  chart.shown.forEach((values, i) => {
    const at = index === null || index === undefined ? values.length - 1 : index;
    say(chart.values[i], chart.plan.format(values[at]));
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

function options(plan, onPointer) {
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
  // A share is filled down to the one below it, so that the areas do not mix their colours.
  const bands = plan.shares ? plan.lines.slice(1).map((line, i) => ({ series: [i + 2, i + 1], fill: colour(line.colour) + '66' })) : [];
  return {
    width: 300,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, sync: { key: 'pool' }, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: plan.shares ? [0, 1] : (plot, low, high) => [0, Math.max(1, (high ?? 0) * 1.08)] } },
    axes: [{ ...axis, space: 72, values: times }, { ...axis, size: 64, values: (plot, ticks) => ticks.map(plan.format) }],
    series: [{}, ...lines],
    bands,
    hooks: { setCursor: [plot => onPointer(plot.cursor.idx)] },
  };
}
