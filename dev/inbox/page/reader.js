// The message on the right: its head (sender, recipients, times) and its contents in tabs.
import { rawPath } from './api.js';
import { element } from './dom.js';
import { byteSize, fullTime, mailboxList } from './format.js';
import { renderAttachments, renderHeaders, renderHtml, renderSource, renderText } from './panels.js';
import { createTabs } from './tabs.js';

/** Number of recipients that are shown; the Headers tab has them all. */
const MAILBOXES_SHOWN = 20;

/** Creates the reader, which shows a message in `container`; `onDelete` is called with the id of the shown message. */
export function createReader({ container, onDelete }) {
  // The tab stays when another message is opened, so that headers can be compared; null: the best tab for the
  // message.
  let chosenTab = null;
  return {
    show(message) {
      const tabs = listTabs(message);
      const isThere = tabs.some((tab) => tab.name === chosenTab);
      let isFirst = true;
      const { tablist, panels } = createTabs({
        tabs,
        label: 'Contents of the message',
        shown: isThere ? chosenTab : message.html === null ? 'text' : 'html',
        onShow: (name) => {
          if (!isFirst) chosenTab = name;
          isFirst = false;
        },
      });
      container.replaceChildren(createHead(message, onDelete), tablist, ...panels);
    },
  };
}

function listTabs(message) {
  const count = message.attachments.length;
  const tabs = [
    { name: 'html', label: 'HTML', render: () => renderHtml(message) },
    { name: 'text', label: 'Text', render: () => renderText(message) },
    { name: 'headers', label: 'Headers', render: () => renderHeaders(message) },
    { name: 'source', label: 'Source', render: () => renderSource(message) },
    { name: 'attachments', label: `Attachments (${count})`, render: () => renderAttachments(message) },
  ];
  return tabs.filter(({ name }) => {
    if (name === 'html') return message.html !== null;
    return name !== 'attachments' || count > 0;
  });
}

function createHead(message, onDelete) {
  const facts = [
    ['From', message.from ?? '(none)'],
    ['To', mailboxList(message.to, MAILBOXES_SHOWN) || '(none)'],
    ['Cc', mailboxList(message.cc, MAILBOXES_SHOWN)],
    ['Reply to', mailboxList(message.reply_to, MAILBOXES_SHOWN)],
    ['Received', `${fullTime(new Date(message.received_at))}, ${byteSize(message.size)}`],
    ['Envelope', describeEnvelope(message.envelope)],
  ].filter(([, value]) => value);
  return element(
    'header',
    { className: 'head' },
    element(
      'div',
      { className: 'head-top' },
      element('h2', { dir: 'auto' }, message.subject || '(no subject)'),
      element(
        'div',
        { className: 'actions' },
        element('a', { className: 'button', href: rawPath(message.id), download: '' }, 'Download'),
        element(
          'button',
          { className: 'button', type: 'button', onclick: () => onDelete(message.id) },
          'Delete',
        ),
      ),
    ),
    element('dl', {}, ...facts.flatMap(createFact)),
    ...createParseWarning(message.parse_error),
  );
}

function createFact([name, value]) {
  return [element('dt', {}, name), element('dd', { dir: 'auto' }, value)];
}

/** The real recipients of the message: Bcc recipients appear only here. */
function describeEnvelope({ from, to }) {
  return `${from || '<>'} → ${mailboxList(to, MAILBOXES_SHOWN)}`;
}

function createParseWarning(problem) {
  if (problem === null) return [];
  return [
    element(
      'p',
      { className: 'hint' },
      `The body could not be read (${problem}). See the source for the full message.`,
    ),
  ];
}
