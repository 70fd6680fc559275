// What was turned away: one row for each kind, importance and cause, the largest first.

import { made, number, say, shown } from './format.js';

const CAUSES = {
  late: 'late: its deadline would have passed',
  expired: 'expired: waited until its deadline was too near',
  overloaded: 'overloaded: would only have made the queue longer',
  full: 'full: the queue had no room',
  displaced: 'displaced: a more important task took its place',
  gone: 'gone: its client has left',
};

export class ShedTable {
  constructor(place) {
    this.place = place;
    this.body = place.querySelector('tbody');
  }

  /** Shows these rows, or nothing where there are none; what did not change is left alone. */
  show(rows) {
    this.place.hidden = rows.length === 0;
    while (this.body.children.length > rows.length) this.body.lastElementChild.remove();
    while (this.body.children.length < rows.length) this.body.append(emptyRow());
    rows.forEach((row, i) => {
      texts(row).forEach((text, column) => say(this.body.children[i].children[column], text));
    });
  }
}

function texts(row) {
  const isOthers = !row.cause;
  return [
    isOthers ? 'all others' : row.kind ? shown(row.kind) : '\u2013',
    shown(row.importance),
    CAUSES[row.cause] ?? shown(row.cause),
    number(row.perSecond),
    number(row.tasks),
  ];
}

function emptyRow() {
  const line = made('tr');
  for (let column = 0; column < 5; column++) line.append(made('td'));
  return line;
}
