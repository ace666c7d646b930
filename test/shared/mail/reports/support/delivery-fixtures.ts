// Reports with message/delivery-status (RFC 3464, RFC 6533), as the servers of the table write them. The words are ours.
import { dsn, type Fixture, lines, RETURNED, RETURNED_HEADER, recipientGroup } from './report-fixture.ts';

const DAEMON = 'Mail Delivery System <MAILER-DAEMON@mx.customer.test>';
const base = { from: DAEMON, subject: 'Undelivered mail', text: 'A report follows.\n' };
const ANA = 'ana@customer.test';

export const DELIVERY_FIXTURES: readonly Fixture[] = [
  {
    ...base,
    name: 'Postfix, with the reply of another server',
    ...dsn([
      lines(
        `Original-Recipient: rfc822;${ANA}`,
        recipientGroup('ana@inner.customer.test', 'failed', '5.1.1'),
        'Remote-MTA: dns; mx.inner.customer.test',
        'Diagnostic-Code: smtp; 550 5.1.1 <ana@inner.customer.test>: Recipient address',
        '    rejected: User unknown in virtual mailbox table',
      ),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of a local user, without a reply',
    ...dsn([recipientGroup(ANA, 'failed', '5.1.1', 'x-unix; user unknown')]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of a host that does not exist',
    ...dsn([recipientGroup(ANA, 'failed', '5.4.4', 'X-Postfix; Host or domain name not found.')]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_domain']], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of a name service that gave no answer for days',
    ...dsn([recipientGroup(ANA, 'failed', '4.4.3', 'X-Postfix; Host or domain name not found.')]),
    expected: { recipients: [['failed', ANA, 'fail attempts_used_up']], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of a delay',
    ...dsn(
      [recipientGroup(ANA, 'delayed', '4.4.1', 'X-Postfix; connect: Connection timed out')],
      ['text/rfc822-headers', RETURNED_HEADER],
    ),
    expected: { recipients: [['delayed', ANA]], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of success',
    ...dsn([recipientGroup(ANA, 'delivered', '2.0.0', 'x-unix; delivered to mailbox')]),
    expected: { recipients: [['delivered', ANA]], isReturned: true },
  },
  {
    ...base,
    name: 'Postfix, of a server without reports',
    ...dsn([recipientGroup(ANA, 'relayed', '2.0.0')]),
    expected: { recipients: [['relayed', ANA]], isReturned: true },
  },
  {
    ...base,
    name: 'sendmail, of an expanded list',
    ...dsn([recipientGroup(ANA, 'expanded (to multi-recipient alias)', '2.1.5')]),
    expected: { recipients: [['relayed', ANA]], isReturned: true },
  },
  {
    ...base,
    name: 'sendmail, whose status is made from the class of a policy refusal',
    ...dsn([recipientGroup(ANA, 'failed', '5.1.1', 'SMTP; 550 Your network is on our block list')]),
    expected: { recipients: [['failed', ANA, 'fail refused']], isReturned: true },
  },
  {
    ...base,
    name: 'sendmail, given up after days',
    ...dsn([recipientGroup(ANA, 'failed', '4.4.7')]),
    expected: { recipients: [['failed', ANA, 'fail attempts_used_up']], isReturned: true },
  },
  {
    ...base,
    name: 'Exim, whose status is always 5.0.0',
    ...dsn([
      recipientGroup(
        `<${ANA}>`,
        'failed',
        '5.0.0',
        'smtp; 550-5.1.1 No such user at this\n 550 5.1.1 address',
      ),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Exchange, from its directory',
    from: 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@customer.test',
    ...dsn([
      recipientGroup(ANA, 'failed', '5.1.10', 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Microsoft 365, of what another server said',
    from: 'postmaster@customer.test',
    ...dsn([
      recipientGroup(ANA, 'failed', '5.1.351', 'smtp;550 5.1.351 Remote server returned unknown recipient'),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Microsoft 365, of its policy',
    from: 'postmaster@customer.test',
    ...dsn([
      recipientGroup(ANA, 'failed', '5.7.133', 'smtp;550 5.7.133 Sender not allowed; user unknown to group'),
    ]),
    expected: { recipients: [['failed', ANA, 'fail policy_refused']], isReturned: true },
  },
  {
    ...base,
    name: 'Gmail, in a reply of several lines',
    ...dsn([
      recipientGroup(
        ANA,
        'failed',
        '5.1.1',
        'smtp; 550-5.1.1 There is no account with this\n 550-5.1.1 name. 550 5.1.1 Goodbye',
      ),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Gmail, of its policy',
    ...dsn([
      recipientGroup(
        ANA,
        'failed',
        '5.7.26',
        'smtp; 550-5.7.26 Unauthenticated mail, no such user 550 5.7.26 here',
      ),
    ]),
    expected: { recipients: [['failed', ANA, 'fail policy_refused']], isReturned: true },
  },
  {
    ...base,
    name: 'Gmail, of a mailbox that is full',
    ...dsn([recipientGroup(ANA, 'failed', '5.2.2', 'smtp; 552-5.2.2 Over quota')]),
    expected: { recipients: [['failed', ANA, 'fail mailbox_full']], isReturned: true },
  },
  {
    ...base,
    name: 'Yahoo, without an enhanced code',
    ...dsn([
      recipientGroup(
        ANA,
        'failed',
        '5.0.0',
        "smtp; 554 delivery error: This user doesn't have a yahoo.test account",
      ),
    ]),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: true },
  },
  {
    ...base,
    name: 'Courier, without an empty line between message and recipient',
    multipart: 'report; report-type=delivery-status',
    parts: [
      [
        'message/delivery-status',
        lines('Reporting-MTA: dns; mx.customer.test', recipientGroup(ANA, 'failed', '5.1.3')),
      ],
      ['text/rfc822-headers', RETURNED_HEADER],
    ],
    expected: { recipients: [['failed', ANA, 'bounce invalid_address']], isReturned: true },
  },
  {
    ...base,
    name: 'Domino, without the message',
    ...dsn(
      [recipientGroup(ANA, 'failed', '5.0.0', 'X-Notes; User ana not listed in Domino Directory')],
      null,
    ),
    expected: { recipients: [['failed', ANA, 'bounce unknown_mailbox']], isReturned: false },
  },
  {
    ...base,
    name: 'mail.ru, of a login that is not ours',
    ...dsn([recipientGroup(ANA, 'failed', '5.7.0', 'smtp; 530 5.7.0 A login is needed')]),
    expected: { recipients: [['failed', ANA, 'fail refused']], isReturned: true },
  },
  {
    ...base,
    name: 'an international address (RFC 6533)',
    multipart: 'report; report-type=delivery-status',
    parts: [
      [
        'message/global-delivery-status',
        'Reporting-MTA: dns; mx.customer.test\n\nFinal-Recipient: utf-8; jürgen@customer.test\nAction: failed\nStatus: 5.1.1\n',
      ],
      ['message/global-headers', RETURNED_HEADER],
    ],
    expected: {
      recipients: [['failed', 'jürgen@customer.test', 'bounce unknown_mailbox']],
      isReturned: true,
    },
  },
  {
    ...base,
    name: 'an international address in ASCII, and its message',
    ...dsn(
      ['Final-Recipient: utf-8; j\\x{FC}rgen@customer.test\nAction: failed\nStatus: 5.2.1'],
      ['message/global', RETURNED],
    ),
    expected: {
      recipients: [['failed', 'jürgen@customer.test', 'bounce mailbox_disabled']],
      isReturned: true,
    },
  },
  {
    ...base,
    name: 'several recipients with several fates',
    ...dsn([
      recipientGroup('a@customer.test', 'failed', '5.1.1'),
      recipientGroup('b@customer.test', 'delayed', '4.2.2'),
      recipientGroup('c@customer.test', 'delivered', '2.1.5'),
    ]),
    expected: {
      recipients: [
        ['failed', 'a@customer.test', 'bounce unknown_mailbox'],
        ['delayed', 'b@customer.test'],
        ['delivered', 'c@customer.test'],
      ],
      isReturned: true,
    },
  },
  {
    ...base,
    name: 'recipients without empty lines, and one without an action',
    ...dsn([
      lines(
        recipientGroup('a@customer.test', 'failed', '5.1.1'),
        recipientGroup('b@customer.test', '', '5.2.2'),
      ),
    ]),
    expected: {
      recipients: [
        ['failed', 'a@customer.test', 'bounce unknown_mailbox'],
        ['failed', 'b@customer.test', 'fail mailbox_full'],
      ],
      isReturned: true,
    },
  },
  {
    ...base,
    name: 'a report about a report: the message in it is about another one',
    ...dsn(
      [recipientGroup('mailer-daemon@other.test', 'failed', '5.1.1')],
      [
        'message/rfc822',
        `From: mailer-daemon@other.test\nSubject: Undelivered\n\n${recipientGroup(ANA, 'failed', '5.1.1')}\n\n${RETURNED}`,
      ],
    ),
    expected: {
      recipients: [['failed', 'mailer-daemon@other.test', 'bounce unknown_mailbox']],
      isReturned: false,
    },
  },
  {
    ...base,
    name: 'a report with another one after it',
    multipart: 'report; report-type=delivery-status',
    parts: [
      [
        'message/delivery-status',
        `Reporting-MTA: dns; a.test\n\n${recipientGroup(ANA, 'delayed', '4.4.1')}\n`,
      ],
      ['message/rfc822', RETURNED],
      [
        'message/delivery-status',
        `Reporting-MTA: dns; b.test\n\n${recipientGroup('b@other.test', 'failed', '5.1.1')}\n`,
      ],
    ],
    expected: { recipients: [['delayed', ANA]], isReturned: true },
  },
  {
    ...base,
    name: 'nothing of a recipient',
    from: 'robot@customer.test',
    ...dsn([]),
    expected: { kind: 'unknown' },
  },
];
