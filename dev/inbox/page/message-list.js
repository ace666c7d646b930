// The list on the left: its messages, the selected one, and how a row looks.
import { byId, element } from './dom.js';
import { fullTime, mailboxList, mailboxName, timeAgo } from './format.js';

/** Interval at which texts such as "2 min" are updated. */
const AGE_INTERVAL_MS = 30_000;

/** Creates the list. `onEndReached` is called when the last row comes into view. */
export function createMessageList({ onEndReached }) {
  const container = byId('messages');
  const rows = new Map();
  let picked;

  const add = (message, place) => {
    if (rows.has(message.id)) return undefined;
    const row = createRow(message);
    rows.set(message.id, row);
    container[place](row);
    if (message.id === picked) markPicked(row, true);
    return row;
  };
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) onEndReached();
  }).observe(byId('list-end'));
  setInterval(() => refreshAges(container), AGE_INTERVAL_MS);

  return {
    get size() {
      return rows.size;
    },
    /** Ids are in order of arrival, so the smallest one is the end of the loaded part. */
    get lastId() {
      return container.lastElementChild?.dataset.id;
    },
    get picked() {
      return picked;
    },
    replace(messages) {
      rows.clear();
      container.replaceChildren();
      for (const message of messages) add(message, 'append');
    },
    append(messages) {
      for (const message of messages) add(message, 'append');
    },
    prepend(message) {
      add(message, 'prepend')?.classList.add('arrived');
    },
    remove(ids) {
      for (const id of ids) {
        rows.get(id)?.remove();
        rows.delete(id);
      }
    },
    pick(id) {
      if (picked) markPicked(rows.get(picked), false);
      picked = id;
      markPicked(rows.get(id), true);
    },
    /** The message `step` rows from the selected one; without a selection, the first. */
    neighbour(step) {
      const row = rows.get(picked);
      if (!row) return container.firstElementChild?.dataset.id;
      const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
      return next?.dataset.id;
    },
  };
}

function createRow(message) {
  const receivedAt = new Date(message.received_at);
  const recipients = message.to.length > 0 ? message.to : message.envelope.to;
  const sender = message.from ?? message.envelope.from;
  return element(
    'li',
    { 'data-id': message.id },
    element(
      'a',
      { href: `#/${message.id}`, className: 'row' },
      element('span', { className: 'row-from', dir: 'auto' }, sender ? mailboxName(sender) : '(no sender)'),
      element(
        'time',
        { className: 'row-time', dateTime: message.received_at, title: fullTime(receivedAt) },
        timeAgo(receivedAt),
      ),
      element('span', { className: 'row-subject', dir: 'auto' }, message.subject || '(no subject)'),
      element('span', { className: 'row-to', dir: 'auto' }, `to ${mailboxList(recipients, 2)}`),
      ...attachmentMark(message.attachment_count),
    ),
  );
}

function attachmentMark(count) {
  if (count === 0) return [];
  return [element('span', { className: 'row-files' }, count === 1 ? '1 file' : `${count} files`)];
}

function markPicked(row, isPicked) {
  const link = row?.firstElementChild;
  if (!link) return;
  if (isPicked) link.setAttribute('aria-current', 'true');
  else link.removeAttribute('aria-current');
  if (isPicked) row.scrollIntoView({ block: 'nearest' });
}

function refreshAges(container) {
  for (const time of container.querySelectorAll('time')) time.textContent = timeAgo(new Date(time.dateTime));
}
