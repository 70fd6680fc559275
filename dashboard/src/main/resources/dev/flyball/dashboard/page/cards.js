// The list of all pools: a button each, with its numbers and a small picture of its last minute.

import { colour, counted, made, number, offered, say, shown, turnedAway } from './format.js';
import { isGap } from './pool.js';
import { showSentence, showVerdict } from './verdict.js';

export class Cards {
  /** onSelect(id) is told which pool was chosen. */
  constructor(list, onSelect) {
    this.list = list;
    this.onSelect = onSelect;
    this.cards = new Map();
    this.filter = '';
    this.inSight = new Set(); // the items that are; of the others no picture is drawn
    this.sight = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => {
      if (isIntersecting) this.inSight.add(target);
      else this.inSight.delete(target);
    }));
  }

  /** Shows these pools in this order, the selected one marked; with their programs where there are several. */
  show(pools, selectedId, withSource = false) {
    const there = new Set(pools.map(pool => pool.id));
    for (const [id, card] of this.cards) {
      if (!there.has(id)) {
        card.item.remove();
        this.sight.unobserve(card.item);
        this.inSight.delete(card.item);
        this.cards.delete(id);
      }
    }
    const focused = document.activeElement;
    const colours = { size: colour('c1'), busy: colour('c3') + '55' };
    let next = this.list.firstElementChild;
    for (const pool of pools) {
      const card = this.card(pool);
      // What is in its place already is not moved, or it would lose the keyboard.
      if (card.item === next) next = next.nextElementSibling;
      else this.list.insertBefore(card.item, next);
      this.update(card, pool, pool.id === selectedId, withSource, colours);
    }
    if (focused !== document.activeElement && this.list.contains(focused)) focused.focus({ preventScroll: true });
  }

  card(pool) {
    let card = this.cards.get(pool.id);
    if (!card) {
      card = this.build(pool.id);
      this.cards.set(pool.id, card);
    }
    return card;
  }

  build(id) {
    const item = made('li');
    const button = made('button', 'card');
    button.type = 'button';
    button.addEventListener('click', () => this.onSelect(id));
    const card = {
      item,
      button,
      name: made('span', 'name'),
      source: made('span', 'source'),
      verdict: made('span', 'verdict'),
      sentence: made('span', 'sentence'),
      rates: made('span', 'numbers rates'),
      numbers: made('span', 'numbers'),
      canvas: made('canvas'),
    };
    card.canvas.setAttribute('aria-hidden', 'true');
    button.append(card.source, card.name, card.verdict, card.sentence, card.rates, card.numbers, card.canvas);
    item.append(button);
    this.sight.observe(item);
    return card;
  }

  update(card, pool, selected, withSource, colours) {
    const { name, source, verdict, figures, problem } = pool.state;
    const where = withSource ? shown(source) : '';
    const visible = [shown(name), where].some(text => text.toLowerCase().includes(this.filter));
    card.item.hidden = !visible;
    card.button.setAttribute('aria-current', String(selected));
    card.button.classList.toggle('problem', Boolean(problem));
    say(card.name, shown(name));
    say(card.source, where);
    showVerdict(card.verdict, verdict);
    showSentence(card.sentence, pool.state, pool.timeMillis);
    say(card.rates, rates(figures));
    say(
      card.numbers,
      `${counted(figures.workersTarget, 'worker')}, ${number(figures.busy)} busy, ${number(figures.queued)} waiting`);
    if (visible && this.inSight.has(card.item)) draw(card.canvas, pool.spark, pool.timeMillis, colours);
  }
}

/** What is offered, and what does not come out well. */
function rates(figures) {
  const parts = [`${number(offered(figures))}/s offered`];
  if (turnedAway(figures)) parts.push(`${number(turnedAway(figures))}/s turned away`);
  if (figures.failedPerSecond) parts.push(`${number(figures.failedPerSecond)}/s fail`);
  return parts.join(', ');
}

const MINUTE_MILLIS = 60_000;
const YOUNG_MILLIS = 2000;
const WIDTH = 100;
const HEIGHT = 28;

/** The last minute: the size as a line, busy workers as an area below it; nothing where nothing was seen. */
function draw(canvas, points, nowMillis, colours) {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(WIDTH * ratio)) {
    canvas.width = Math.round(WIDTH * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, WIDTH, HEIGHT);
  if (points.length < 2) return;
  const span = Math.min(MINUTE_MILLIS, Math.max(YOUNG_MILLIS, nowMillis - points[0].timeMillis));
  const top = Math.max(1, ...points.map(point => Math.max(point.size, point.busy)));
  const x = point => WIDTH * (1 - (nowMillis - point.timeMillis) / span);
  const y = value => HEIGHT - 2 - ((HEIGHT - 4) * value) / top;
  pen.fillStyle = colours.busy;
  pen.strokeStyle = colours.size;
  pen.lineWidth = 1.5;
  for (const piece of pieces(points)) drawPiece(pen, piece, x, y);
}

/** The stretches in which the pool was seen. */
function pieces(points) {
  const found = [];
  points.forEach((point, i) => {
    if (i === 0 || isGap(points[i - 1].timeMillis, point.timeMillis, 0)) found.push([]);
    found[found.length - 1].push(point);
  });
  return found;
}

function drawPiece(pen, points, x, y) {
  pen.beginPath();
  pen.moveTo(x(points[0]), HEIGHT);
  points.forEach(point => pen.lineTo(x(point), y(point.busy)));
  pen.lineTo(x(points[points.length - 1]), HEIGHT);
  pen.fill();
  pen.beginPath();
  points.forEach(point => pen.lineTo(x(point), y(point.size)));
  pen.stroke();
}
