// Size against throughput: what each row of the past got done at its size, the curve that the policy has
// learned, and where the pool is now. Where no curve was learned, the medians stand for one.

import { colour, made, number, say } from './format.js';
import { isGap } from './pool.js';

const MARGIN = { left: 52, right: 12, top: 10, bottom: 34 };
const POINT_MILLIS = 500;
const GROUP_MIN = 3;
const ROWS_MAX = 12;

export class Scatter {
  constructor(figure, medians) {
    this.canvas = figure.querySelector('canvas');
    this.note = figure.querySelector('#scatter-note');
    this.rows = medians.querySelector('tbody');
  }

  show(pool) {
    const points = pointsOf(pool.series);
    const medians = mediansOf(points);
    const curve = scaled(pool.learned, medians);
    say(this.note, curve.length
      ? 'line: as learned by the policy; ring: now'
      : 'line: medians; ring: now');
    this.fill(medians);
    this.draw(points, curve.length ? curve : medians.map(m => [m.workers, m.throughput]));
  }

  /** The picture in words. */
  fill(medians) {
    const most = [...medians].sort((a, b) => b.windows - a.windows).slice(0, ROWS_MAX);
    while (this.rows.children.length > most.length) this.rows.lastElementChild.remove();
    most.sort((a, b) => a.workers - b.workers).forEach((m, i) => {
      const row = this.rows.children[i] ?? this.addRow();
      [m.workers, m.throughput, m.windows].forEach((figure, at) => say(row.children[at], number(figure)));
    });
  }

  addRow() {
    const row = made('tr');
    row.append(made('td'), made('td'), made('td'));
    this.rows.append(row);
    return row;
  }

  draw(points, curve) {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width) return;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const pen = this.canvas.getContext('2d');
    pen.scale(ratio, ratio);
    const right = 1.08 * Math.max(2, ...points.map(p => p.workers), ...curve.map(c => c[0]));
    const top = 1.08 * Math.max(1, ...points.map(p => p.throughput), ...curve.map(c => c[1]));
    const x = workers => MARGIN.left + ((width - MARGIN.left - MARGIN.right) * workers) / right;
    const y = rate => height - MARGIN.bottom - ((height - MARGIN.top - MARGIN.bottom) * rate) / top;
    axes(pen, width, height, right, top, x, y);
    for (const point of points) dot(pen, x(point.workers), y(point.throughput), 2, point.waiting ? colour('c2') + '88' : colour('c3') + '66');
    line(pen, curve.map(([workers, rate]) => [x(workers), y(rate)]));
    const now = points[points.length - 1];
    if (now) ring(pen, x(now.workers), y(now.throughput));
  }
}

/** The rows in which anything ended, the latest last; several where they are shorter than half a second. */
function pointsOf(series) {
  const points = [];
  const times = series.timeMillis;
  let first = 0;
  times.forEach((time, i) => {
    const next = times[i + 1];
    if (next !== undefined && next - times[first] < 0.9 * POINT_MILLIS && !isGap(time, next, 0)) return;
    const throughput = mean(series.completedPerSecond, first, i);
    if (throughput > 0) {
      points.push({
        workers: Math.round(mean(series.workersTarget, first, i)),
        throughput,
        waiting: mean(series.queued, first, i) >= 1,
      });
    }
    first = i + 1;
  });
  return points;
}

/** The mean of some rows of a column; what is not known counts as 0. */
function mean(column, first, last) {
  let sum = 0;
  for (let i = first; i <= last; i++) sum += column[i];
  return sum / (last - first + 1);
}

function mediansOf(points) {
  const groups = new Map();
  for (const point of points) {
    if (!groups.has(point.workers)) groups.set(point.workers, []);
    groups.get(point.workers).push(point.throughput);
  }
  return [...groups]
    .filter(([, rates]) => rates.length >= GROUP_MIN)
    .map(([workers, rates]) => ({ workers, throughput: median(rates), windows: rates.length }))
    .sort((a, b) => a.workers - b.workers);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * The learned curve in tasks per second. Its own unit is the policy's affair, so it is drawn as
 * high as the medians at the sizes that it covers say.
 */
function scaled(learned, medians) {
  if (learned.length < 2 || !medians.length) return [];
  const low = learned[0].workers;
  const high = learned[learned.length - 1].workers;
  const ratios = medians
    .filter(m => m.workers >= low && m.workers <= high)
    .map(m => m.throughput / between(learned, m.workers));
  if (!ratios.length) return [];
  const unit = median(ratios);
  return learned.map(point => [point.workers, unit * point.throughput]);
}

function between(learned, workers) {
  for (let i = 1; i < learned.length; i++) {
    const a = learned[i - 1];
    const b = learned[i];
    if (workers <= b.workers) {
      return a.throughput + ((b.throughput - a.throughput) * (workers - a.workers)) / (b.workers - a.workers);
    }
  }
  return learned[learned.length - 1].throughput;
}

function axes(pen, width, height, right, top, x, y) {
  pen.font = '12px system-ui, sans-serif';
  pen.fillStyle = colour('faint');
  pen.strokeStyle = colour('line');
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const rate of ticks(top)) {
    pen.fillText(number(rate), MARGIN.left - 6, y(rate));
    stroke(pen, [[MARGIN.left, y(rate)], [width - MARGIN.right, y(rate)]]);
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const workers of ticks(right)) pen.fillText(number(workers), x(workers), height - MARGIN.bottom + 5);
  pen.fillText('workers', (MARGIN.left + width) / 2, height - 14);
  pen.textAlign = 'left';
  pen.fillText('tasks/s', MARGIN.left + 4, MARGIN.top - 8);
}

/** Four or five round numbers up to a limit. */
function ticks(limit) {
  const rough = limit / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough);
  const found = [];
  for (let i = 0; i * step <= limit; i++) found.push(i * step);
  return found;
}

function stroke(pen, points) {
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

function line(pen, points) {
  pen.strokeStyle = colour('c1');
  pen.lineWidth = 2;
  stroke(pen, points);
  for (const [x, y] of points) dot(pen, x, y, 3, colour('c1'));
}

function dot(pen, x, y, radius, fill) {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function ring(pen, x, y) {
  pen.strokeStyle = colour('ink');
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.stroke();
}
