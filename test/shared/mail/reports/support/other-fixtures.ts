// Complaints and automatic replies. The words are ours.
import { dsn, type Fixture, lines, RETURNED, RETURNED_HEADER } from './report-fixture.ts';

const ANA = 'ana@customer.test';
const reporter = { from: 'fbl@reporter.test', subject: 'A complaint', text: 'A person complains.\n' };
const arf = (
  fields: readonly string[],
  returned: readonly [string, string] = ['message/rfc822', RETURNED],
) => ({
  multipart: 'report; report-type=feedback-report',
  parts: [
    ['message/feedback-report', `${lines('User-Agent: Reporter/1.0', 'Version: 1', ...fields)}\n`] as const,
    returned,
  ],
});
const person = {
  from: ANA,
  subject: 'Hello',
  text: 'I am away.\n',
  expected: { kind: 'auto-reply' },
} as const;

export const COMPLAINT_FIXTURES: readonly Fixture[] = [
  {
    ...reporter,
    name: 'ARF with everything',
    ...arf([
      'Feedback-Type: abuse',
      'Original-Mail-From: <b-1@send.acme.test>',
      `Original-Rcpt-To: <${ANA}>`,
    ]),
    expected: { feedback: 'abuse', recipients: [ANA], isReturned: true },
  },
  {
    ...reporter,
    name: 'ARF in the form of Yahoo, without a recipient, with the header only',
    ...arf(['Feedback-Type: abuse', 'Reported-Domain: acme.test'], ['text/rfc822-headers', RETURNED_HEADER]),
    expected: { feedback: 'abuse', recipients: [], isReturned: true },
  },
  {
    ...reporter,
    name: 'ARF in the form of Microsoft, with recipient and body masked (RFC 6590)',
    ...arf(
      ['Feedback-Type: abuse', 'Original-Rcpt-To: kUQfDmoI@customer.test'],
      ['message/rfc822', `${RETURNED_HEADER}\n\n[removed]\n`],
    ),
    expected: { feedback: 'abuse', recipients: ['kUQfDmoI@customer.test'], isReturned: true },
  },
  ...(['fraud', 'opt-out', 'not-spam', 'auth-failure', 'virus', 'other'] as const).map(
    (type): Fixture => ({
      ...reporter,
      name: `ARF of the type ${type}`,
      ...arf([`Feedback-Type: ${type.toUpperCase()}`]),
      expected: { feedback: type, recipients: [], isReturned: true },
    }),
  ),
  {
    ...reporter,
    name: 'ARF of a type that is not known',
    ...arf(['Feedback-Type: constructor']),
    expected: { feedback: 'other', recipients: [], isReturned: true },
  },
  {
    ...reporter,
    name: 'the older form of Microsoft, a forwarded message',
    from: 'staff@hotmail.test',
    subject: 'complaint about message from 192.0.2.1',
    parts: [['message/rfc822', `X-HmXmrOriginalRecipient: ${ANA}\n${RETURNED}`]],
    expected: { feedback: 'abuse', recipients: [ANA], isReturned: true },
  },
  {
    ...reporter,
    name: 'a forwarded message that is no complaint',
    from: ANA,
    subject: 'Fwd: Your order',
    parts: [['message/rfc822', RETURNED]],
    expected: { kind: 'unknown' },
  },
];

export const REPLY_FIXTURES: readonly Fixture[] = [
  { ...person, name: 'an automatic reply (RFC 3834)', headers: ['Auto-Submitted: auto-replied (vacation)'] },
  { ...person, name: 'Precedence: auto_reply', headers: ['Precedence: auto_reply'] },
  { ...person, name: 'Precedence: bulk', headers: ['Precedence: bulk'] },
  { ...person, name: 'an out-of-office note of Exchange', headers: ['X-Auto-Response-Suppress: All'] },
  { ...person, name: 'X-Autoreply', headers: ['X-Autoreply: yes'] },
  { ...person, name: 'a subject in English', subject: 'Out of office: Hello' },
  { ...person, name: 'a subject in German', subject: 'Automatische Antwort: Hello' },
  { ...person, name: 'a subject in Russian', subject: '=?utf-8?B?0JDQstGC0L7QvtGC0LLQtdGC?=' },
  {
    ...person,
    name: 'a read receipt (RFC 8098)',
    multipart: 'report; report-type=disposition-notification',
    parts: [
      [
        'message/disposition-notification',
        `Final-Recipient: rfc822; ${ANA}\nDisposition: manual; displayed\n`,
      ],
    ],
  },
  {
    ...person,
    name: 'an out-of-office note that quotes a report',
    headers: ['Auto-Submitted: auto-replied'],
    text: lines('Hi. This is the qmail-send program at mx.', `<${ANA}>:`, '550 5.1.1 User unknown'),
  },
  { ...person, name: 'the mail of a list', headers: ['List-Id: News <news.customer.dev>'] },
  {
    ...person,
    name: 'what a person answers to an automatic reply',
    subject: 'Re: Automatische Antwort: Hello',
    expected: { kind: 'unknown' },
  },
  { ...person, name: 'what a person writes', headers: ['Auto-Submitted: no'], expected: { kind: 'unknown' } },
  {
    ...person,
    name: 'a report with the sign of an automatic reply',
    headers: ['Auto-Submitted: auto-replied'],
    ...dsn([`Final-Recipient: rfc822; ${ANA}\nAction: failed\nStatus: 5.2.2`]),
    expected: { recipients: [['failed', ANA, 'fail mailbox_full']], isReturned: true },
  },
];
