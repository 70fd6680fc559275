// Data flows as networks: a box for each stage, its threads, its queue, and how busy they are.

import { clock, counted, made, millis, number, percent, say, shown } from './format.js';
import { act } from './switches.js';

const SVG = 'http://www.w3.org/2000/svg';
const BOX = { width: 170, height: 92, right: 90, below: 24 };
const NAME_MAX = 20;
const CHANGES = 5;
const MODES = {
  GOVERN: 'governed', ADVISE_ONLY: 'advice only', PINNED: 'pinned', OVERRIDDEN: 'overridden', MIXED: 'some stages held',
};

export class Flows {
  constructor(place) {
    this.place = place;
    this.flows = new Map();
  }

  show(flows) {
    const there = new Set(flows.map(flow => flow.name));
    for (const [name, flow] of this.flows) {
      if (!there.has(name)) {
        flow.section.remove();
        this.flows.delete(name);
      }
    }
    for (const flow of flows) this.update(flow);
  }

  update(flow) {
    const shape = JSON.stringify(flow.stages.map(stage => [stage.name, Object.keys(stage.out)]));
    let view = this.flows.get(flow.name);
    if (!view || view.shape !== shape) {
      view?.section.remove();
      view = { shape, ...build(flow) };
      this.flows.set(flow.name, view);
      this.place.append(view.section);
    }
    view.tell(flow);
  }
}

function build(flow) {
  const section = made('section', 'flow');
  const bar = made('div', 'bar');
  const state = made('span', 'chip');
  const result = made('span', 'faint');
  result.setAttribute('role', 'status');
  bar.append(made('h2', '', shown(flow.name)), state, ...buttons(flow.name, result), result);
  const why = made('p', 'reason');
  const picture = drawn(flow);
  const scroll = made('div', 'scroll');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', 'network of ' + shown(flow.name));
  scroll.append(picture.svg);
  const table = tableOf(flow);
  const changes = made('ul', 'small');
  section.append(bar, why, scroll, table.element, changes);
  let told = '';
  const tell = now => {
    say(state, now.state === 'RUNNING' ? (MODES[now.mode] ?? now.mode) : now.state.toLowerCase());
    say(why, now.why ? shown(now.why) : 'no decision yet');
    picture.tell(now);
    table.tell(now);
    const latest = now.changes.slice(0, CHANGES);
    if (JSON.stringify(latest) === told) return;
    told = JSON.stringify(latest);
    changes.replaceChildren(...latest.map(change =>
      made('li', '', `${clock(change.timeMillis)} ${shown(change.stage)}: ${change.from} → ${counted(change.to, 'thread')}, ${shown(change.why)}`)));
  };
  return { section, tell };
}

function buttons(flow, result) {
  return [['govern', 'Govern'], ['advise-only', 'Advise only']].map(([action, label]) => {
    const button = made('button', '', label);
    button.type = 'button';
    button.addEventListener('click', async () => {
      say(result, 'sending ...');
      const [, text] = await act(action, { flow });
      say(result, text);
    });
    return button;
  });
}

/** Each stage in the column after the last of those that send to it. */
function columns(stages) {
  const column = new Map(stages.map(stage => [stage.name, 0]));
  for (const stage of stages) {
    for (const to of Object.keys(stage.out)) {
      column.set(to, Math.max(column.get(to) ?? 0, column.get(stage.name) + 1));
    }
  }
  return column;
}

function drawn(flow) {
  const column = columns(flow.stages);
  const filled = new Map();
  const place = new Map();
  for (const stage of flow.stages) {
    const at = column.get(stage.name);
    const row = filled.get(at) ?? 0;
    filled.set(at, row + 1);
    place.set(stage.name, { x: 2 + at * (BOX.width + BOX.right), y: 2 + row * (BOX.height + BOX.below) });
  }
  const width = 4 + Math.max(...[...place.values()].map(p => p.x)) + BOX.width;
  const height = 4 + Math.max(...[...place.values()].map(p => p.y)) + BOX.height;
  const svg = node('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
  const edges = flow.stages.flatMap(stage => Object.keys(stage.out).map(to => edge(svg, stage.name, to, place)));
  const boxes = flow.stages.map(stage => box(svg, stage, place.get(stage.name)));
  return { svg, tell: now => { edges.forEach(tell => tell(now)); boxes.forEach(tell => tell(now)); } };
}

function edge(svg, from, to, place) {
  const a = place.get(from);
  const b = place.get(to);
  const x1 = a.x + BOX.width;
  const y1 = a.y + BOX.height / 2;
  const x2 = b.x - 7;
  const y2 = b.y + BOX.height / 2;
  const bend = (x1 + x2) / 2;
  svg.append(
    node('path', { d: `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}` }),
    node('path', { d: `M${x2} ${y2 - 5}l7 5l-7 5z`, class: 'head' }));
  const label = node('text', { x: bend, y: (y1 + y2) / 2 - 6, 'text-anchor': 'middle', class: 'faint' });
  svg.append(label);
  return now => say(label, number(stageOf(now, from).out[to]) + '/s');
}

function box(svg, stage, at) {
  const text = (dy, className = '') => {
    const line = node('text', { x: at.x + 10, y: at.y + dy, class: className });
    svg.append(line);
    return line;
  };
  svg.append(node('rect', { x: at.x, y: at.y, width: BOX.width, height: BOX.height, rx: 8, class: 'box' }));
  const name = text(20);
  name.textContent = short(shown(stage.name));
  const threads = text(39, 'faint');
  const queue = text(56, 'faint');
  const bar = { x: at.x + 10, y: at.y + 66, height: 8 };
  const whole = BOX.width - 20;
  svg.append(node('rect', { ...bar, width: whole, class: 'track' }));
  const work = node('rect', { ...bar, width: 0, class: 'work' });
  const blocked = node('rect', { ...bar, width: 0, class: 'blocked' });
  svg.append(work, blocked);
  const busy = text(87, 'faint');
  return flow => {
    const now = stageOf(flow, stage.name);
    say(threads, `${counted(now.threadsAsked, 'thread')}, ${number(now.donePerSecond)}/s`);
    say(queue, `${number(now.queued)} of ${number(now.queueCapacity)} waiting`);
    work.setAttribute('width', whole * Math.min(1, now.utilisation));
    work.setAttribute('class', now.utilisation > 0.8 ? 'work full' : 'work');
    blocked.setAttribute('x', bar.x + whole * Math.min(1, now.utilisation));
    blocked.setAttribute('width', whole * Math.max(0, Math.min(now.blocked, 1 - now.utilisation)));
    say(busy, `${percent(now.utilisation)} busy${now.blocked > 0.005 ? `, ${percent(now.blocked)} blocked` : ''}`);
  };
}

/** The network in words. */
function tableOf(flow) {
  const element = made('table', 'small');
  element.append(made('caption', '', 'Its stages'));
  const head = made('tr');
  for (const title of ['stage', 'threads', 'busy', 'blocked', 'waiting', 'wait', 'come /s', 'done /s', 'fail /s', 'retried /s', 'sends to']) {
    const cell = made('th', '', title);
    cell.scope = 'col';
    head.append(cell);
  }
  const body = made('tbody');
  const rows = flow.stages.map(stage => {
    const line = made('tr');
    const name = made('th', '', shown(stage.name));
    name.scope = 'row';
    const cells = Array.from({ length: 10 }, () => made('td'));
    line.append(name, ...cells);
    body.append(line);
    return cells;
  });
  const top = made('thead');
  top.append(head);
  element.append(top, body);
  const scroll = made('div', 'scroll');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', 'stages of ' + shown(flow.name));
  scroll.append(element);
  return { element: scroll, tell: now => now.stages.forEach((stage, i) => {
    const values = [
      String(stage.threadsAsked), percent(stage.utilisation), percent(stage.blocked), number(stage.queued),
      millis(stage.waitMillis), number(stage.arrivedPerSecond), number(stage.donePerSecond),
      number(stage.failedPerSecond), number(stage.retriedPerSecond),
      Object.keys(stage.out).map(shown).join(', ') || '–',
    ];
    rows[i].forEach((cell, at) => say(cell, values[at]));
  }) };
}

function stageOf(flow, name) {
  return flow.stages.find(stage => stage.name === name);
}

function short(name) {
  return name.length > NAME_MAX ? name.slice(0, NAME_MAX - 1) + '…' : name;
}

function node(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
