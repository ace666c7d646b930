// The page of the development DNS: lists the published records, publishes and withdraws.
import { fetchRecords, publishRecords, withdrawRecords } from './api.js';
import { byId, element } from './dom.js';

const NOTICE_DURATION_MS = 8_000;
let noticeTimer;

/** Runs an action that may fail, and shows the error. */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    show(error instanceof TypeError ? 'The server does not answer. Is npm start running?' : error.message);
  }
}

function show(text) {
  const notice = byId('notice');
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    notice.hidden = true;
  }, NOTICE_DURATION_MS);
}

async function load() {
  const { data } = await fetchRecords();
  const names = new Set(data.map(({ name }) => name));
  byId('rows').replaceChildren(...data.map((record, index) => row(record, data[index - 1])));
  byId('records').hidden = data.length === 0;
  byId('none').hidden = data.length > 0;
  byId('count').textContent = `${data.length} ${data.length === 1 ? 'record' : 'records'}, ${names.size} ${
    names.size === 1 ? 'name' : 'names'
  }`;
}

/** The first row of a name has the button that withdraws all of them. */
function row({ name, type, value, priority }, previous) {
  const isFirst = previous?.name !== name;
  const withdraw = element('button', {
    className: 'button',
    type: 'button',
    textContent: 'Withdraw',
    'aria-label': `Withdraw ${name}`,
  });
  withdraw.addEventListener('click', () =>
    attempt(async () => {
      await withdrawRecords(name);
      await load();
    }),
  );
  return element(
    'tr',
    {},
    element('td', {}, name),
    element('td', {}, type),
    element('td', {}, priority === null ? value : `${priority} ${value}`),
    element('td', {}, ...(isFirst ? [withdraw] : [])),
  );
}

byId('command').textContent = [
  `posthorn domains get <id> --dev | curl -H 'Content-Type: application/json' -d @- ${location.origin}/dns/records`,
  'posthorn domains verify <id> --dev',
].join('\n');
byId('publish').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const { data } = await publishRecords(byId('text').value);
    byId('text').value = '';
    await load();
    show(data.length === 1 ? 'The record is published.' : `${data.length} records are published.`);
  });
});
void attempt(load);
