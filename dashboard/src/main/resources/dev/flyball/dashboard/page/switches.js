// The switches of a pool or a flow, and the token that turns them. The token is typed in, and kept
// until the page goes or the server refuses it. It is a variable and nothing else: a browser writes
// addresses, and what it stores for a page, to its disk.

import { limit, say } from './format.js';

let kept = '';

const ANSWER_MILLIS = 10_000;

/** What stands for no upper limit. */
const NO_LIMIT = 2147483647;

const byId = id => document.getElementById(id);

/** Whether it may stand in a request's head: the server gives none with other letters. */
function couldBeToken(token) {
  return /^[!-~]*$/.test(token);
}

export function keepToken(token) {
  if (!couldBeToken(token)) {
    say(byId('token-state'), 'no token: it has letters that none has');
    return;
  }
  kept = token;
  say(byId('token-state'), token ? 'kept: you may turn switches' : 'none: you may read');
}

/** Turns a switch; resolves to [whether it was done, what to say]. */
export async function act(action, fields) {
  const token = kept;
  try {
    const answer = await fetch('act/' + action, {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + token },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    const text = (await answer.text()).trim();
    if (answer.ok) return [true, 'Done: ' + action.replace('-', ' ')];
    return [false, `Refused (${answer.status}): ${text}${answer.status === 401 ? dropped(token) : ''}`];
  } catch (failure) {
    return [false, failure.name === 'TimeoutError'
      ? `No answer in ${ANSWER_MILLIS / 1000} s; whether it was done, the journal says`
      : 'Not done: the server cannot be reached'];
  }
}

/** Forgets a token that was refused, unless another was given meanwhile; says so. */
function dropped(token) {
  if (!token || kept !== token) return '';
  keepToken('');
  return '; the one that was kept does not, and is forgotten';
}

/** Makes the forms of a pool's switches work; selected() is the pool, or nothing. */
export function wire(place, selected) {
  for (const form of place.querySelectorAll('form')) {
    form.addEventListener('input', event => {
      event.target.dataset.touched = 'yes';
      hideQuestion();
    });
    form.addEventListener('submit', event => {
      event.preventDefault();
      const pool = selected();
      if (!pool) return;
      hideQuestion();
      const isPin = form.dataset.action === 'pin';
      if (isPin && !pool.full) tellResult('bad', 'Not done: the limits are not known yet; in a moment they are');
      else if (isPin && beyondLimits(form, pool.full.steering)) ask(form, pool);
      else send(form, pool);
    });
  }
}

async function send(form, pool) {
  const fields = Object.fromEntries(new FormData(form));
  if (fields.max === '') fields.max = NO_LIMIT;
  tellResult('', 'sending ...');
  const [done, text] = await act(form.dataset.action, { pool: pool.id, ...fields });
  tellResult(done ? 'good' : 'bad', text);
  if (!done) return;
  untouch(form);
  if (form.elements.policy) form.reset(); // what is in force stands behind the empty field
}

function tellResult(state, text) {
  byId('switch-result').dataset.state = state;
  say(byId('switch-result'), text);
}

// ---- A hand may go beyond the limits, but not by a slip of the finger

function beyondLimits(form, steering) {
  return steering.limitMax > 0
    && Number(form.elements.workers.value) > steering.limitMax;
}

function ask(form, pool) {
  const workers = form.elements.workers.value;
  say(byId('pin-asks'), `${workers} workers are more than the limit of ${limit(pool.full.steering.limitMax)}.`);
  byId('pin-question').hidden = false;
  byId('pin-yes').onclick = () => {
    hideQuestion();
    form.querySelector('button').focus();
    send(form, pool);
  };
  byId('pin-no').onclick = () => {
    hideQuestion();
    form.elements.workers.focus();
  };
  byId('pin-no').focus();
}

function hideQuestion() {
  byId('pin-question').hidden = true;
}

// ---- The fields

function untouch(form) {
  for (const field of form.elements) delete field.dataset.touched;
}

/** Begins anew with a pool that was selected: nothing was typed, asked or answered yet. */
export function begin(place, pool) {
  for (const form of place.querySelectorAll('form')) {
    untouch(form);
    form.reset();
  }
  hideQuestion();
  tellResult('', '');
  field(place, 'workers').value = pool.state.figures.workersTarget;
  if (pool.full) refill(place, pool.full);
}

/** Fills the fields that no hand has touched with what is in force. */
export function refill(place, { figures, steering }) {
  if (!place.open) set(place, 'workers', figures.workersTarget); // not while a hand is about to use it
  set(place, 'min', steering.limitMin || 1);
  set(place, 'max', steering.limitMax >= NO_LIMIT ? '' : steering.limitMax || 1);
  field(place, 'policy').placeholder = steering.policy;
}

function set(place, name, value) {
  const input = field(place, name);
  if (input.dataset.touched || input === document.activeElement) return;
  if (input.value !== String(value)) input.value = value;
}

function field(place, name) {
  return place.querySelector(`[name="${name}"]`);
}
