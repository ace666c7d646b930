// The page's calls to the inbox: the same API that tests use.

/** Messages in one page of the list; the maximum of the API. */
const PAGE_LIMIT = 100;

/** An answer outside 2xx. */
export class InboxError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'InboxError';
    this.status = status;
  }
}

async function call(path, options) {
  const response = await fetch(path, options);
  const body = await response.json();
  if (!response.ok) throw new InboxError(response.status, body.message);
  return body;
}

const messagePath = (id) => `inbox/messages/${encodeURIComponent(id)}`;

export const htmlPath = (id) => `${messagePath(id)}/html`;
export const rawPath = (id) => `${messagePath(id)}/raw`;
export const attachmentPath = (id, attachmentId) =>
  `${messagePath(id)}/attachments/${encodeURIComponent(attachmentId)}`;

/** Facts about the inbox: `{smtp_port}`. */
export const fetchInbox = () => call('inbox');

/** A page of summaries, newest first: `{data, has_more}`. */
export function fetchMessages({ q, after }) {
  const query = new URLSearchParams({ limit: String(PAGE_LIMIT), q });
  if (after) query.set('after', after);
  return call(`inbox/messages?${query}`);
}

export const fetchMessage = (id) => call(messagePath(id));
export const deleteMessage = (id) => call(messagePath(id), { method: 'DELETE' });
export const deleteMessages = () => call('inbox/messages', { method: 'DELETE' });

/** The beginning of a message's source: `{text, isWhole}`. */
export async function fetchSource(id, maxBytes) {
  const response = await fetch(rawPath(id));
  if (!response.ok) throw new InboxError(response.status, 'The source cannot be read.');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < maxBytes; ) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isWhole: false };
}

/** The published DNS records: `{data}`. */
export const fetchRecords = () => call('dns/records');

/** Publishes records. A text that is not JSON is CSV if it has a header, else a zone file. */
export function publishRecords(text) {
  const type = /^\s*[{[]/.test(text)
    ? 'application/json'
    : /^\s*"?name"?,/.test(text)
      ? 'text/csv'
      : 'text/plain';
  return call('dns/records', { method: 'POST', headers: { 'content-type': type }, body: text });
}

/** Withdraws the records of a name. */
export const withdrawRecords = (name) =>
  call(`dns/records?name=${encodeURIComponent(name)}`, { method: 'DELETE' });

/** Watches the inbox over server-sent events; the browser reconnects automatically. */
export function watchChanges({ onConnected, onLost, onArrived, onDeleted }) {
  const events = new EventSource('inbox/events');
  events.addEventListener('open', onConnected);
  events.addEventListener('error', onLost);
  events.addEventListener('arrived', (event) => onArrived(JSON.parse(event.data)));
  events.addEventListener('deleted', (event) => onDeleted(JSON.parse(event.data).ids));
}
