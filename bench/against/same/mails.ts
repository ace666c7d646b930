// Mail of every kind, for two programs that must treat it alike: single and in batches, with all that an email may carry, of campaigns,
// automations and programs that speak SMTP, tests, and answers to what came in.
import { SENDER_ADDRESS, SENDER_DOMAIN } from '../../load/mail.ts';

/** Body of POST /emails or a part of one. */
type Carried = Record<string, unknown>;

/** The rows that were created before the mails. */
export interface Made {
  topicId: string;
  /** A topic with one contact without mail. */
  quietTopicId: string;
}

const HTML = '<p>Dear reader,</p><p>see <a href="https://shop.acme.dev/offers?a=1&b=2">our offers</a>.</p>';
const FOOTED = `${HTML}<p><a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>`;
const POLL = { question: 'Would you recommend us?', options: ['Yes', 'No', 'Perhaps'] };
const FILE = Buffer.from('name,amount\nTea,2\n').toString('base64');
const IMAGE = Buffer.from('GIF89a').toString('base64');

/** Alias of a template with all that a template can say. */
export const TEMPLATE = 'golden';
/** Address of a contact that has unsubscribed from everything. */
export const UNSUBSCRIBED = addressOf('gone');
/** An address on the suppression list. */
export const SUPPRESSED = addressOf('suppressed');
/** A contact that refuses to be measured. */
export const UNMEASURED = addressOf('unmeasured');
/** A contact that does not want the quiet topic. */
export const QUIET = addressOf('quiet');

/** An address of the domain of the bench, where every mail is accepted. */
export function addressOf(name: string): string {
  return `${name}@${SENDER_DOMAIN}`;
}

const templated = (more: Carried = {}) => ({
  template: { id: TEMPLATE, variables: { name: 'Ada', amount: 3, ...more } },
});

/** Each is one kind of email; all are sent to several kinds of recipients. */
export function carriedBy({ topicId, quietTopicId }: Made): Record<string, Carried> {
  return {
    text: { text: 'Only text.' },
    html: { html: HTML },
    both: { html: HTML, text: 'See our offers.' },
    emptyText: { html: HTML, text: '' },
    preview: { html: HTML, preview_text: 'The offers of this week' },
    previewAndText: { html: HTML, text: 'Offers', preview_text: 'The offers' },
    umlauts: { html: '<p>Grüße aus Köln 🚀</p>', text: 'Grüße aus Köln 🚀', preview_text: 'Schöne Grüße' },
    headers: { text: 'x', headers: { 'X-Entity-Ref-ID': '17', 'List-Id': '<news.bench.local>' } },
    ownUnsubscribe: { html: HTML, headers: { 'List-Unsubscribe': '<https://shop.acme.dev/out>' } },
    tags: {
      text: 'x',
      tags: [
        { name: 'kind', value: 'receipt' },
        { name: 'shop', value: 'tea' },
      ],
    },
    replyTo: { text: 'x', reply_to: ['Help <help@bench.local>', 'desk@bench.local'] },
    copies: { text: 'x', cc: [addressOf('cc')], bcc: [addressOf('bcc1'), addressOf('bcc2')] },
    file: { text: 'x', attachments: [{ filename: 'tea.csv', content: FILE }] },
    files: {
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'logo.gif', content: IMAGE, content_id: 'logo' },
        { filename: 'ä.csv', content: FILE, content_type: 'text/csv' },
      ],
    },
    topic: { html: HTML, topic_id: topicId },
    topicText: { text: 'News', topic_id: topicId, preview_text: 'p' },
    quietTopic: { html: HTML, topic_id: quietTopicId },
    trackingOff: { html: HTML, tracking: { opens: false, clicks: false } },
    clicksOnly: { html: HTML, tracking: { opens: false, clicks: true } },
    poll: { html: HTML, poll: POLL },
    pollPlaced: {
      html: `<p>Ask:</p>{{{POLL}}}`,
      text: 'Ask: {{{POLL}}}',
      poll: { ...POLL, results: 'public' },
    },
    template: templated(),
    templateOther: { ...templated({ name: 'Böb' }), preview_text: 'Own preview' },
    templateTopic: { ...templated(), topic_id: topicId },
    templatePoll: { ...templated(), poll: POLL },
    scheduled: { html: HTML, scheduled_at: 'in 2 seconds' },
    large: { html: `<p>${'Many words. '.repeat(25_000)}</p>` },
    allTogether: {
      html: FOOTED,
      text: 'All',
      preview_text: 'All',
      topic_id: topicId,
      poll: POLL,
      tags: [{ name: 'kind', value: 'all' }],
      headers: { 'X-All': 'yes' },
      reply_to: addressOf('help'),
      cc: addressOf('cc'),
      attachments: [{ filename: 'tea.csv', content: FILE }],
    },
  };
}

/** The recipients of each mail. */
const TO: Record<string, unknown> = {
  one: addressOf('one'),
  named: `Ada Lovelace <${addressOf('ada')}>`,
  three: [addressOf('one'), addressOf('two'), addressOf('three')],
  mixed: [addressOf('one'), SUPPRESSED, UNSUBSCRIBED, UNMEASURED],
  quiet: [QUIET, addressOf('two')],
  dropped: [SUPPRESSED],
};

/** Every kind to each kind of recipients. */
export function singleMails(made: Made): Carried[] {
  return Object.entries(carriedBy(made)).flatMap(([kind, carried]) =>
    Object.entries(TO).map(([whom, to]) => {
      return { from: `Shop <${SENDER_ADDRESS}>`, to, subject: `${kind} to ${whom}`, ...carried };
    }),
  );
}

/** Batches of kinds that a batch takes: strict, permissive with a refused one, and many of one kind. */
export function batches(made: Made): { headers: Record<string, string>; bodies: Carried[] }[] {
  const { file: _, files: __, allTogether: ___, large: ____, ...kinds } = carriedBy(made);
  const bodies = Object.entries(kinds).map(([kind, { scheduled_at: _at, ...carried }]) => ({
    from: SENDER_ADDRESS,
    to: addressOf('batch'),
    subject: `${kind} in a batch`,
    ...carried,
  }));
  const alike = Array.from({ length: 40 }, (_, number) => ({
    from: SENDER_ADDRESS,
    to: addressOf(`many${number}`),
    subject: `mail ${number} of many`,
    html: HTML,
  }));
  return [
    { headers: {}, bodies },
    {
      headers: { 'x-batch-validation': 'permissive' },
      bodies: [...bodies, { ...bodies[0], to: SUPPRESSED }],
    },
    { headers: {}, bodies: alike },
  ];
}

/** The content of the template. */
export const TEMPLATE_BODY = {
  name: 'Golden',
  alias: TEMPLATE,
  from: `Shop <${SENDER_ADDRESS}>`,
  subject: 'For {{{name}}}',
  preview_text: '{{{amount}}} offers',
  reply_to: addressOf('help'),
  html: `<p>Dear {{{name}}}, {{{contact.first_name}}}</p>${FOOTED}<p>{{{amount}}}</p><a href="{{{WEB_VERSION_URL}}}">Web</a>`,
  variables: [
    { key: 'name', type: 'string', fallback_value: 'you' },
    { key: 'amount', type: 'number', fallback_value: 1 },
  ],
};

/** Messages of programs that speak SMTP, each for the recipients of its envelope. */
export function submittedMessages(): { to: string; message: string }[] {
  const head = (subject: string) =>
    `From: Shop <${SENDER_ADDRESS}>\r\nTo: ${addressOf('smtp')}\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '.')}@shop>\r\nMIME-Version: 1.0\r\n`;
  const parts =
    '--cut\r\nContent-Type: text/plain\r\n\r\nText.\r\n--cut\r\nContent-Type: text/html\r\n\r\n<p>Html.</p>\r\n--cut--\r\n';
  const file = `--cut\r\nContent-Type: text/plain\r\n\r\nText.\r\n--cut\r\nContent-Type: text/csv; name=tea.csv\r\nContent-Disposition: attachment; filename=tea.csv\r\nContent-Transfer-Encoding: base64\r\n\r\n${FILE}\r\n--cut--\r\n`;
  return [
    `${head('plain text')}Content-Type: text/plain\r\n\r\nHello.\r\n`,
    `${head('two parts')}Content-Type: multipart/alternative; boundary=cut\r\n\r\n${parts}`,
    `${head('with a file')}Content-Type: multipart/mixed; boundary=cut\r\n\r\n${file}`,
    `${head('with words for us')}X-PM-Tag: welcome\r\nX-Tag: a\r\nX-MC-Tags: b\r\nContent-Type: text/html\r\n\r\n<p>Html.</p>\r\n`,
  ].flatMap((message) => ['smtp', 'copy'].map((to) => ({ to: addressOf(to), message })));
}
