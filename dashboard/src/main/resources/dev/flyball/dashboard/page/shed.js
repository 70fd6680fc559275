// What was turned away: one row for each kind, importance and cause, the largest first.

import { made, number, say, shown } from './format.js';

const CAUSES = {
  late: 'its deadline would have passed',
  expired: 'waited until its deadline was too near',
  overloaded: 'would only have made the queue longer',
  full: 'the queue had no room',
  displaced: 'a more important task took its place',
  gone: 'its client has left',
};

export class ShedTable {
  constructor(place) {
    this.place = place;
    this.body = place.querySelector('tbody');
    this.rows = [];
  }

  /** Shows these rows, or nothing where there are none. */
  show(rows) {
    this.place.hidden = rows.length === 0;
    while (this.rows.length > rows.length) this.rows.pop().line.remove();
    while (this.rows.length < rows.length) this.rows.push(built(this.body));
    rows.forEach((row, i) => fill(this.rows[i].cells, row));
  }
}

function built(body) {
  const line = made('tr');
  const cause = made('td');
  const cells = {
    kind: made('td'), importance: made('td'), cause: made('span'), meaning: made('span', 'faint'),
    perSecond: made('td'), tasks: made('td'),
  };
  cause.append(cells.cause, ' ', cells.meaning);
  line.append(cells.kind, cells.importance, cause, cells.perSecond, cells.tasks);
  body.append(line);
  return { line, cells };
}

function fill(cells, row) {
  // The row of all others has no cause, and a task may have no kind.
  say(cells.kind, row.cause ? (row.kind ? shown(row.kind) : 'no kind') : 'all others');
  say(cells.importance, shown(row.importance));
  say(cells.cause, shown(row.cause));
  say(cells.meaning, CAUSES[row.cause] ?? '');
  say(cells.perSecond, number(row.perSecond));
  say(cells.tasks, number(row.tasks));
}
