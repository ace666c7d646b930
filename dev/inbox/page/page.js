// Connects the parts of the page: the list, the reader, the search and the stream of changes. The URL of the page
// (`#/<id>`) names the open message, so that back, reload and links to a message work without more code.
import {
  deleteMessage,
  deleteMessages,
  fetchInbox,
  fetchMessage,
  fetchMessages,
  watchChanges,
} from './api.js';
import { byId } from './dom.js';
import { bindKeys } from './keyboard.js';
import { createMessageList } from './message-list.js';
import { createReader } from './reader.js';

/** Typing and bursts of mail reload the list at most this often. */
const RELOAD_DELAY_MS = 150;
const NOTICE_DURATION_MS = 6_000;

const search = byId('search');
const list = createMessageList({ onEndReached: () => attempt(loadMore) });
const reader = createReader({
  container: byId('reader'),
  onDelete: (id) => attempt(() => deleteMessage(id)),
});
let hasMore = false;
/** Requests for the list that are not answered yet. */
let loading = 0;
let reloadTimer;
let noticeTimer;
/** Answers to a request older than the newest one are ignored. */
let loadCount = 0;
let openCount = 0;

/** Runs an action that may fail, and shows the error. */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    const notice = byId('notice');
    notice.textContent =
      error instanceof TypeError ? 'The inbox does not answer. Is it running?' : error.message;
    notice.hidden = false;
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => {
      notice.hidden = true;
    }, NOTICE_DURATION_MS);
  }
}

async function load() {
  loadCount += 1;
  const ours = loadCount;
  loading += 1;
  const page = await fetchMessages({ q: search.value }).finally(() => {
    loading -= 1;
  });
  if (ours !== loadCount) return;
  list.replace(page.data);
  hasMore = page.has_more;
  describeList();
}

async function loadMore() {
  if (!hasMore || loading > 0) return;
  const ours = loadCount;
  loading += 1;
  const page = await fetchMessages({ q: search.value, after: list.lastId }).finally(() => {
    loading -= 1;
  });
  if (ours !== loadCount) return;
  list.append(page.data);
  hasMore = page.has_more;
  describeList();
}

function reloadSoon() {
  clearTimeout(reloadTimer);
  reloadTimer = setTimeout(() => attempt(load), RELOAD_DELAY_MS);
}

function describeList() {
  const isSearch = search.value.trim() !== '';
  const number = `${list.size.toLocaleString('en')}${hasMore ? '+' : ''}`;
  const noun = isSearch ? 'found' : list.size === 1 ? 'message' : 'messages';
  byId('count').textContent = `${number} ${noun}`;
  byId('nothing-found').hidden = !isSearch || list.size > 0;
  byId('nothing-found-text').textContent = `No messages match “${search.value.trim()}”.`;
  byId('delete-all').disabled = !isSearch && list.size === 0;
  document.title = list.size > 0 && !isSearch ? `(${number}) Inbox · Posthorn` : 'Inbox · Posthorn';
  if (!list.picked) showPart(isSearch || list.size > 0 ? 'placeholder' : 'welcome');
}

function showPart(shown) {
  for (const id of ['placeholder', 'welcome', 'gone', 'reader']) byId(id).hidden = id !== shown;
  document.body.classList.toggle('reading', shown === 'reader' || shown === 'gone');
}

async function openFromAddress() {
  const id = location.hash.replace(/^#\/?/, '');
  openCount += 1;
  const ours = openCount;
  list.pick(id);
  if (!id) return describeList();
  try {
    const message = await fetchMessage(id);
    if (ours !== openCount) return;
    // A link of another program names the mail by its Message-ID.
    if (message.id !== id) return openMessage(message.id);
    reader.show(message);
    showPart('reader');
  } catch (error) {
    if (error.status !== 404) throw error;
    if (ours === openCount) showPart('gone');
  }
}

/** Replaces the entry in the history: back should leave the messages, not step through them. */
function openMessage(id) {
  if (id) location.replace(`#/${id}`);
}

/** The server does the search; and a list that is being loaded may be older than the change and would undo it. */
function mustReload() {
  return search.value !== '' || loading > 0;
}

function onDeleted(ids) {
  const next = list.neighbour(1) ?? list.neighbour(-1);
  const isOpenOneGone = ids.includes(list.picked);
  list.remove(ids);
  if (isOpenOneGone) location.replace(`#/${ids.includes(next) ? '' : (next ?? '')}`);
  if (mustReload()) reloadSoon();
  else describeList();
}

function onArrived(message) {
  if (mustReload()) return reloadSoon();
  list.prepend(message);
  describeList();
}

function showConnection(state, text) {
  byId('live').dataset.state = state;
  byId('live').textContent = text;
}

async function describeAddress() {
  const { smtp_port: port } = await fetchInbox();
  const url = `smtp://${location.hostname}:${port}`;
  byId('address').textContent = url;
  byId('welcome-address').textContent = url;
  byId('welcome-command').textContent = [
    "printf 'From: me@shop.dev\\nSubject: Hello\\n\\nIt works.\\n' |",
    `  curl ${url} --crlf -T - \\`,
    '    --mail-from me@shop.dev --mail-rcpt you@shop.dev',
  ].join('\n');
}

function clearSearch() {
  search.value = '';
  search.blur();
  void attempt(load);
}

search.addEventListener('input', reloadSoon);
byId('search-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(load);
});
byId('clear-search').addEventListener('click', clearSearch);
byId('delete-all').addEventListener('click', () => {
  if (confirm('Delete all messages? You cannot undo this.')) void attempt(deleteMessages);
});
bindKeys({
  search,
  clearSearch,
  move: (step) => openMessage(list.neighbour(step)),
  close: () => location.replace('#/'),
});
window.addEventListener('hashchange', () => attempt(openFromAddress));
watchChanges({
  onConnected: () => {
    showConnection('live', 'Live');
    void attempt(load);
  },
  onLost: () => showConnection('lost', 'Reconnecting'),
  onArrived,
  onDeleted,
});
void attempt(load);
void attempt(describeAddress);
void attempt(openFromAddress);
