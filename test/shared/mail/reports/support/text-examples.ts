// Texts of mail systems that know no RFC 3464, and texts that look like them: only the phrase by which a server is known is its
// own, as its name says; all others are made.

const ANA = 'ana@customer.test';
const DAEMON = 'MAILER-DAEMON <mailer-daemon@mx.customer.test>';
const BOUNCED = 'bounced unknown_mailbox';
const UNKNOWN = `<${ANA}>: 550 5.1.1 User unknown`;

export interface TextExample {
  name: string;
  outcome: string;
  /** Empty when absent. */
  mailFrom?: string;
  from: string;
  headers?: readonly string[];
  subject?: string;
  text: readonly string[];
}

export const TEXT_EXAMPLES: readonly TextExample[] = [
  {
    name: 'Smail, of a full mailbox',
    outcome: 'failed mailbox_full',
    from: DAEMON,
    headers: [`X-Failed-Recipients: ${ANA}`],
    text: [
      '|------------------------- Failed addresses follow: ---------------------|',
      ` <${ANA}>`,
      `   552 5.2.2 <${ANA}> Mailbox size limit exceeded`,
      '|------------------------- Message text follows: ------------------------|',
      'From: hello@acme.test',
      'Subject: x',
    ],
  },
  ...[
    'Ihre Nachricht konnte nicht zugestellt werden.',
    'Votre message n’a pas pu être remis.',
    'Su mensaje no pudo ser entregado.',
    'メールを配信できませんでした。',
    'Il messaggio non è stato consegnato.',
    'Сообщение не доставлено.',
    '您的邮件未能送达。',
  ].map((words) => ({ name: words, outcome: BOUNCED, from: DAEMON, text: [words, '', UNKNOWN] })),
  {
    name: 'the recipient in a line, and the reply in the next ones',
    outcome: 'failed policy_refused',
    from: DAEMON,
    text: ['Nicht zugestellt:', `<${ANA}>:`, 'mx.customer.test sagte:', '  550 5.7.1 Abgelehnt'],
  },
  {
    name: 'MDaemon, with the session',
    outcome: BOUNCED,
    from: 'MDaemon@mx.customer.test',
    text: [
      'The following message had PERMANENT fatal delivery errors',
      `Failed address: ${ANA}`,
      '--- Session Transcript ---',
      '--> MAIL From:<b-1@send.acme.test>',
      '<-- 250 OK',
      `--> RCPT To:<${ANA}>`,
      '<-- 550 No such recipient',
    ],
  },
  {
    name: 'MailEnable',
    outcome: BOUNCED,
    from: 'postmaster@mx.customer.test',
    text: ['Could not be reached:', `Recipient: [SMTP:${ANA}]`, 'Reason: 550 5.1.1 User unknown'],
  },
  {
    name: 'MailMarshal, which names the recipient after the reply',
    outcome: BOUNCED,
    from: 'postmaster@mx.customer.test',
    text: [
      'Your message:',
      '   From:    hello@acme.test',
      'was stopped by',
      '550 5.1.1 User unknown',
      'The following recipients were affected:',
      `    ${ANA}`,
    ],
  },
  {
    name: 'InterScan, which has the dialogue only',
    outcome: BOUNCED,
    from: 'postmaster@mx.customer.test',
    subject: 'メッセージを配信できません。',
    text: [`Sent <<< RCPT TO:<${ANA}>`, `Received >>> 550 5.1.1 <${ANA}>... gone`],
  },
  {
    name: 'm-FILTER',
    outcome: BOUNCED,
    from: 'postmaster@mx.customer.test',
    text: ['送信に失敗しました。', ANA, '-------server message', `550 unknown user <${ANA}>`],
  },
  {
    name: 'OpenMail, without a code',
    outcome: BOUNCED,
    from: DAEMON,
    text: ['---The following addresses had delivery errors---', `${ANA} [User unknown]`],
  },
  {
    name: 'Exchange 5.5',
    outcome: BOUNCED,
    from: 'postmaster@mx.customer.test',
    text: [
      'did not reach the following recipient(s):',
      `${ANA} on Mon, 2 Nov 2026 10:00:00 +0000`,
      '    MSEXCH:IMS:A:B:C 0 (000C05A6) Unknown Recipient',
    ],
  },
  {
    name: 'a reply in the words of X-Failed-Recipients only',
    outcome: 'failed mailbox_full',
    from: DAEMON,
    headers: [`X-Failed-Recipients: ${ANA}`],
    text: ['Zustellung gescheitert.', '552 5.2.2 Postfach voll'],
  },
  {
    name: 'a sender that is no mailer-daemon, with an empty MAIL FROM',
    outcome: BOUNCED,
    from: 'zustellung@mx.customer.test',
    text: ['Nicht zugestellt.', UNKNOWN],
  },
  {
    name: 'such a sender, whose code is in the line of the recipient',
    outcome: 'failed refused',
    from: 'zustellung@mx.customer.test',
    text: ['Nicht zugestellt.', `<${ANA}>: 550 Abgelehnt`],
  },
  {
    name: 'such a sender, whose words say it',
    outcome: BOUNCED,
    from: 'zustellung@mx.customer.test',
    text: ['Nicht zugestellt.', ANA, '550 Benutzer unbekannt'],
  },
  {
    name: 'James, which has the envelope after the reply',
    outcome: BOUNCED,
    from: 'post_master@mx.customer.test',
    text: ['550 - no such user here', '  MAIL FROM: b-1@send.acme.test', `  RCPT TO: ${ANA}`],
  },
  {
    name: 'EZweb, with the dialogue',
    outcome: BOUNCED,
    from: 'Postmaster@customer.test',
    text: [`Recipient: <${ANA}>`, `>>> RCPT TO:<${ANA}>`, `<<< 550 <${ANA}>: User unknown`],
  },
  {
    name: 'a refusal of the sender in the line of the recipient',
    outcome: 'failed sender_refused',
    from: DAEMON,
    text: ['Nicht zugestellt.', `<${ANA}>: 550 5.1.8 Sender address rejected`],
  },
  {
    name: 'OpenSMTPD',
    outcome: BOUNCED,
    from: DAEMON,
    text: ['An error has occurred', '', `${ANA}: 550 5.1.1 https://customer.test/answer`],
  },
  {
    name: 'an address of its own, with Auto-Submitted and a MAIL FROM',
    outcome: BOUNCED,
    mailFrom: 'zustellung@mx.customer.test',
    from: 'zustellung@mx.customer.test',
    headers: ['Auto-Submitted: auto-generated'],
    text: ['Nicht zugestellt.', UNKNOWN],
  },
  {
    name: 'no address in From',
    outcome: BOUNCED,
    from: 'Mail Delivery System <>',
    text: ['Nicht zugestellt.', UNKNOWN],
  },
  {
    name: 'a code of class 4, which is a delay while nothing else is said',
    outcome: 'delayed temporary_failure',
    from: DAEMON,
    text: ['Noch nicht zugestellt.', `<${ANA}>: 451 4.4.1 Zeitüberschreitung`],
  },
  {
    name: 'a person who quotes one',
    outcome: 'nothing',
    mailFrom: 'bob@customer.test',
    from: 'bob@customer.test',
    text: ['Was heißt das?', `> ${UNKNOWN}`],
  },
  {
    name: 'another recipient',
    outcome: 'nothing',
    from: DAEMON,
    text: ['Nicht zugestellt.', '<bob@customer.test>: 550 5.1.1 User unknown'],
  },
  {
    name: 'a recipient without a code',
    outcome: 'nothing',
    from: DAEMON,
    text: ['Ihre Nachricht an', `<${ANA}>`, 'haben wir erhalten.'],
  },
  {
    name: 'a code in the message that came back',
    outcome: 'nothing',
    from: DAEMON,
    text: [`Nicht zugestellt: ${ANA}`, '', 'Received: from relay.acme.test', 'Subject: 5', '', UNKNOWN],
  },
  {
    name: 'an out-of-office note with its address and a telephone number',
    outcome: 'nothing',
    from: `Ana <${ANA}>`,
    headers: ['Auto-Submitted: auto-replied'],
    subject: 'Ich bin bis 5.1.26 nicht da',
    text: ['Ich bin bis 5.1.26 im Urlaub.', ANA, 'Tel.: 550 1234, Fax: 550-1235'],
  },
  {
    name: 'an out-of-office note from another address',
    outcome: 'nothing',
    from: 'buero@customer.test',
    headers: ['Auto-Submitted: auto-replied'],
    text: ['Bis 5.1.26 im Urlaub.', ANA, '550 Market Street', 'Tel.: 550 1234'],
  },
  {
    name: 'an automatic reply by its subject, which quotes a report',
    outcome: 'nothing',
    from: 'buero@customer.test',
    subject: 'Automatische Antwort: Bestellung',
    text: ['Wir sind nicht da.', UNKNOWN],
  },
  {
    name: 'a question whether the sender is a person',
    outcome: 'nothing',
    from: 'frage@customer.test',
    headers: ['Auto-Submitted: auto-replied'],
    text: [`Your mail to ${ANA} was not delivered yet.`, 'Please confirm: https://customer.test/550'],
  },
];
