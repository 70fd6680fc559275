// The stream of frames. The browser connects again by itself where a connection breaks; where it
// gives up (an answer other than 200) or hears nothing any more, this does. A page that nobody sees
// lets go of its connection: a browser has six for one server, and those of tabs in the background
// would leave none for the switches.

const SILENT_MILLIS = 6000;
const AGAIN_MILLIS = 2000;

/**
 * Connects, and stays so while the page is visible.
 * address(): where the stream is now; onFrame(frame, pool): what there is to see of all pools, and
 * in full of the one that the address names, null where it is not there; onRun(id, isForAnother): the server's run, first thing on
 * each connection, and whether it is one for another address, before which nothing was missed; onState(state, text): 'connecting', 'live', 'lost' or 'paused', and what to say of it.
 * It returns reopen(), for another address, and end(), after which nothing is told any more.
 */
export function connect({ address, onFrame, onRun, onState }) {
  let source = null; // null while there is no connection and none is tried
  let lastHeard = 0;
  let later = 0;

  function heard() {
    lastHeard = Date.now();
  }

  function open(forAnother = false) {
    let isForAnother = forAnother; // and not for a connection that was lost
    heard();
    source = new EventSource(address());
    let pool = null; // comes before its frame
    source.onopen = heard;
    source.addEventListener('run', event => {
      heard();
      onRun(event.data, isForAnother);
      isForAnother = false;
    });
    source.addEventListener('pool', event => {
      heard();
      pool = JSON.parse(event.data);
    });
    source.onmessage = event => {
      heard();
      onState('live', 'live');
      onFrame(JSON.parse(event.data), pool);
      pool = null;
    };
    source.onerror = () => {
      onState('lost', 'connection lost, trying again');
      if (source.readyState === EventSource.CLOSED) again();
    };
  }

  function close() {
    clearTimeout(later);
    source?.close();
    source = null;
  }

  function again() {
    close();
    later = setTimeout(() => open(), AGAIN_MILLIS);
  }

  function lookWhetherSeen() {
    close();
    if (document.hidden) {
      onState('paused', 'paused while nobody looks');
    } else {
      onState('connecting', 'connecting');
      open();
    }
  }

  const watch = setInterval(() => {
    if (source && Date.now() - lastHeard > SILENT_MILLIS) {
      onState('lost', 'nothing heard for ' + Math.round(SILENT_MILLIS / 1000) + ' s, trying again');
      again();
    }
  }, 1000);
  document.addEventListener('visibilitychange', lookWhetherSeen);
  lookWhetherSeen();

  function reopen() {
    if (!source) return; // it opens again where that is wanted, at the address of then
    close();
    open(true);
  }

  function end() {
    document.removeEventListener('visibilitychange', lookWhetherSeen);
    clearInterval(watch);
    close();
  }

  return { reopen, end };
}
