// In the browser: shows the rows of work of the queues, the providers that take no mail, and the mailbox providers that rest, in the notice of the board, and keeps
// them up to date.
const REFRESH_MS = 2_000;
const SHOWN = ['waiting', 'due', 'claimed', 'held', 'stuck'];
/** The page of one queue shows only its rows. */
const QUEUE_PAGE = /\/queue\/([^/]+)/;

const notice = document.getElementById('wake-up-notice');
const list = document.getElementById('work-rows');

// The page leaves space for the notice, which is as high as its words.
new ResizeObserver(() => {
  const { height } = notice.getBoundingClientRect();
  document.body.style.setProperty('--notice-height', `${Math.ceil(height)}px`);
}).observe(notice);

void keepFresh();

async function keepFresh() {
  for (;;) {
    if (!document.hidden) await refresh();
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  }
}

async function refresh() {
  try {
    const answer = await fetch('/ops/work');
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { data, resting, providers } = await answer.json();
    const stopped = providers.filter(({ state }) => state !== 'active');
    list.replaceChildren(
      ...stopped.map(describeStopped),
      ...resting.map(describeRest),
      ...onThisPage(data).map(describe),
    );
  } catch (error) {
    list.textContent = `The rows cannot be read at present (${error.message}).`;
  }
}

function onThisPage(reports) {
  const queue = QUEUE_PAGE.exec(location.pathname)?.[1];
  const own = reports.filter(({ queues }) => queues.includes(queue));
  return own.length > 0 ? own : reports;
}

function describe(report) {
  const item = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = report.queue;
  const counts = SHOWN.map((state) => {
    const part = document.createElement('span');
    part.textContent = `${report[state].toLocaleString('en')} ${state}`;
    part.className = report[state] === 0 ? 'none' : state;
    return part;
  });
  item.append(name, ...counts);
  return item;
}

const STOPS = { paused: 'is paused', refused: 'refuses us', unreachable: 'accepts no connection' };

function describeStopped({ name: provider, state, reason, waiting }) {
  const item = document.createElement('li');
  item.className = 'rest';
  const name = document.createElement('strong');
  name.textContent = provider;
  const why = reason === null ? '' : `: ${reason}`;
  item.append(name, ` ${STOPS[state]}, and ${waiting.toLocaleString('en')} wait for it${why}`);
  return item;
}

const REASONS = { asked: 'it asks for it', blocked: 'it blocks us', operator: 'operators want it' };

function describeRest({ provider, source, rests_until, reason, reply }) {
  const item = document.createElement('li');
  item.className = 'rest';
  const name = document.createElement('strong');
  name.textContent = provider;
  const from = source === null ? '' : ` from ${source}`;
  const until = new Date(rests_until).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  item.append(name, `${from} rests until ${until}, because ${REASONS[reason]}: ${reply}`);
  return item;
}
