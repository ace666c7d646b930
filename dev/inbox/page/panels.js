// The contents of each tab of a message. The HTML of a mail is only ever shown inside the sandboxed frame.
import { attachmentPath, fetchSource, htmlPath, rawPath } from './api.js';
import { element } from './dom.js';
import { byteSize } from './format.js';

/** A browser easily shows half a megabyte of text at once; the download has the rest. */
const SOURCE_SHOWN_MAX_BYTES = 512 * 1024;
/** Stored for the session, so that several messages can be viewed at phone width. */
let isPhoneWidth = false;

/** The message as a mail program would show it. */
export function renderHtml(message) {
  const frame = element('iframe', {
    title: 'The HTML of the message',
    // No scripts, no forms, no origin. A clicked link may open a tab.
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    referrerPolicy: 'no-referrer',
    src: htmlPath(message.id),
  });
  const stage = element('div', { className: 'stage' }, frame);
  const setWidth = (toPhone) => {
    isPhoneWidth = toPhone;
    stage.classList.toggle('phone', toPhone);
  };
  setWidth(isPhoneWidth);
  const hint = message.blocked_remote_content
    ? 'Remote images and styles are blocked. This email cannot reach the network.'
    : '';
  return fragment(
    element(
      'div',
      { className: 'toolbar' },
      element('span', { className: 'hint' }, hint),
      createWidthChoice(setWidth),
    ),
    stage,
  );
}

function createWidthChoice(setWidth) {
  const choose = (toPhone) => {
    setWidth(toPhone);
    full.setAttribute('aria-pressed', String(!toPhone));
    phone.setAttribute('aria-pressed', String(toPhone));
  };
  const full = element('button', { type: 'button', onclick: () => choose(false) }, 'Full width');
  const phone = element('button', { type: 'button', onclick: () => choose(true) }, 'Phone, 375 px');
  choose(isPhoneWidth);
  return element(
    'div',
    { className: 'choice', role: 'group', 'aria-label': 'Width of the mail' },
    full,
    phone,
  );
}

/** The text part. */
export function renderText({ text }) {
  if (text === null) return element('p', { className: 'hint padded' }, 'This message has no text part.');
  return element('pre', { className: 'prose', dir: 'auto' }, text);
}

/** The header as sent, in its order. */
export function renderHeaders({ headers }) {
  const rows = headers.map(({ name, value }) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
  );
  return element('table', { className: 'headers' }, element('tbody', {}, ...rows));
}

/** The bytes of the message, as text. */
export function renderSource({ id, size }) {
  const pre = element('pre', { className: 'source' }, 'Loading');
  const hint = element('p', { className: 'hint padded', hidden: true });
  fetchSource(id, SOURCE_SHOWN_MAX_BYTES).then(
    ({ text, isWhole }) => {
      pre.textContent = text;
      hint.hidden = isWhole;
      hint.append(`This is the start of ${byteSize(size)}. `);
      hint.append(element('a', { href: rawPath(id), download: '' }, 'Download the full source'), '.');
    },
    (error) => {
      pre.textContent = error.message;
    },
  );
  return fragment(hint, pre);
}

/** The attachments of the message. */
export function renderAttachments({ id, attachments }) {
  return element(
    'ul',
    { className: 'files' },
    ...attachments.map((attachment) => createFile(id, attachment)),
  );
}

function createFile(messageId, attachment) {
  const name = attachment.filename ?? '(no name)';
  const facts = [attachment.content_type, byteSize(attachment.size)];
  if (attachment.content_id) facts.push(`cid:${attachment.content_id}`);
  return element(
    'li',
    {},
    element('span', { className: 'file-kind', 'aria-hidden': 'true' }, fileKind(name)),
    element(
      'span',
      { className: 'file-facts' },
      element('strong', { dir: 'auto' }, name),
      element('small', {}, facts.join(' · ')),
    ),
    element(
      'a',
      {
        className: 'button',
        href: attachmentPath(messageId, attachment.id),
        download: '',
        'aria-label': `Download ${name}`,
      },
      'Download',
    ),
  );
}

/** The extension of a file name, if it is short enough for the badge. */
function fileKind(name) {
  return /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toUpperCase() ?? 'FILE';
}

function fragment(...children) {
  const node = document.createDocumentFragment();
  node.append(...children);
  return node;
}
