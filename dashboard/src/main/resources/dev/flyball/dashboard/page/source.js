// The programs that are watched, by name: for the header and for the title of the tab.

import { counted, shown } from './format.js';

/** Its name, its process and its machine, as far as they are known, and why it cannot be seen now. */
export function sourceText({ name, program, problem }) {
  const process = program.process ? `process ${program.process}` : '';
  const host = program.host ? `on ${shown(program.host)}` : '';
  // A process whose name is not known is called by its number, and once is enough.
  const called = program.name || (name === process ? '' : name);
  const text = [shown(called), [process, host].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return text + (problem ? ': ' + shown(problem) : '');
}

/** The same in short, as in "OrdersApp 4711@build7"; of several, how many they are. */
export function titleOf(sources) {
  if (sources.length !== 1) return counted(sources.length, 'program');
  const [{ name, program }] = sources;
  const machine = [program.process || '', shown(program.host)].filter(Boolean).join('@');
  return [shown(program.name || name), machine].filter(Boolean).join(' ');
}
