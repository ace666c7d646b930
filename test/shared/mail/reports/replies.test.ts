// What the replies in delivery reports mean, and which texts of mail systems are reports, in several languages. Each row names
// whose words its phrase is (an RFC, the help pages of a provider, the source of a server), or is made.
import { expect } from 'chai';
import { outcomeOfFailure, replyCodeOf } from '../../../../shared/mail/reports/diagnostic.ts';
import { readReport } from '../../../../shared/mail/reports/read-report.ts';
import { ReportFiles, toReportSource } from '../../../../shared/mail/reports/report-source.ts';
import { reportResultOf } from '../../../../shared/resources/messaging/receiving/reading/report-result.ts';
import { toSource, useParser } from '../parse/support/use-parser.ts';
import { dsn, recipientGroup, write } from './support/report-fixture.ts';
import { TEXT_EXAMPLES } from './support/text-examples.ts';

const ANA = 'ana@customer.test';

// biome-ignore format: a table.
const REPLIES: readonly (readonly [source: string, status: string, diagnostic: string, outcome: string])[] = [
  // A server that passes on what another one said.
  ['Cisco', '5.0.0', `smtp; 5.1.0 - Unknown address error 550-'5.1.1 <${ANA}>: Recipient address rejected: customer.test' (delivery attempts: 0)`, 'bounced unknown_mailbox'],
  ['Cisco', '5.0.0', `smtp; 5.1.0 - Unknown address error 550-'5.7.1 <${ANA}>: Relay access denied'`, 'failed policy_refused'],
  ['Cisco', '5.0.0', "smtp; 5.3.0 - Other mail system problem 552-'5.2.2 Mailbox full' (delivery attempts: 0)", 'failed mailbox_full'],
  ['Cisco', '5.0.0', `smtp; 5.1.0 - Unknown address error 550-'No Such User Here"' (delivery attempts: 0)`, 'bounced unknown_mailbox'],
  ['Cisco', '5.0.0', "smtp; 5.1.0 - Unknown address error 550-'Relaying denied' (delivery attempts: 0)", 'failed refused'],
  ['Cisco', '5.0.0', "smtp; 5.4.7 - Delivery expired (message too old) 450-'4.2.0 Greylisted'", 'failed attempts_used_up'],
  ['Cisco', '5.1.2', "smtp; 5.1.2 - Bad destination host 'DNS Hard Error looking up customer.test (MX): NXDomain'", 'bounced unknown_domain'],
  ['Microsoft', '5.0.350', 'smtp; 550 5.0.350 Remote server returned an error -> 550 5.1.1 User unknown', 'bounced unknown_mailbox'],
  ['Microsoft', '5.0.350', 'smtp; 550 5.0.350 Remote server returned an error -> 552 5.2.2 Over quota', 'failed mailbox_full'],
  ['Postfix', '5.0.0', `smtp; 550 5.1.0 <${ANA}>: host inner.test said: 550 5.1.1 gone`, 'bounced unknown_mailbox'],
  ['qmail', '5.0.0', 'smtp; 550 sorry, that address is closed (#5.2.1)', 'bounced mailbox_disabled'],
  ['qmail', '5.0.0', "smtp; 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'failed policy_refused'],
  ['sendmail', '5.0.0', 'smtp; 550 5.1.1 gone <<< 554 5.7.0 Error: no valid recipients', 'failed policy_refused'],
  ['sendmail', '5.0.0', 'smtp; 550 5.1.1 gone <<< 552 5.2.2 full', 'bounced unknown_mailbox'],
  ['Postfix', '5.0.0', 'smtp; 550 5.1.1 gone 554 5.5.1 Error: no valid recipients', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; host mx said: 452 4.2.2 full, and before 550 5.1.1 unknown', 'failed attempts_used_up'],

  // The reply decides, whatever is before it.
  ['Postfix', '5.1.1', `smtp; host mx.customer.test[192.0.2.7] said: 550 5.1.1 <${ANA}>: Empfänger nicht gefunden (in reply to RCPT TO command)`, 'bounced unknown_mailbox'],
  ['Postfix', '5.2.2', `smtp; host mx.customer.test[192.0.2.7] said: 552 5.2.2 <${ANA}>: Voll (in reply to end of DATA command)`, 'failed mailbox_full'],
  ['Postfix', '5.7.1', 'smtp; host mx.customer.test[192.0.2.7] said: 554 5.7.1 Client host blocked using a list', 'failed policy_refused'],
  ['Amazon', '5.1.1', 'smtp; 550-5.1.1 The email account that you tried to reach does not exist.', 'bounced unknown_mailbox'],
  ['Yahoo', '5.0.0', 'smtp; 550: 5.1.1 Recipient address rejected', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; Requested action not taken [SMTP Error Code 550] no such user', 'bounced unknown_mailbox'],
  ['sendmail', '5.3.0', `smtp; 553 5.3.0 <${ANA}>... User unknown`, 'bounced unknown_mailbox'],
  ['made', '5.3.0', 'smtp; 552 5.3.0 Message content rejected', 'failed refused'],
  ['OpenSMTPD', '5.0.0', 'smtp; Domain does not exist', 'bounced unknown_domain'],

  // 5.1.10 of Microsoft and of RFC 7505.
  ['Microsoft', '5.1.10', `smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${ANA} not found by SMTP address lookup`, 'bounced unknown_mailbox'],
  ['Microsoft', '5.1.10', 'smtp;550 5.1.10 RESOLVER.ADR.RecipNotFound; not found', 'bounced unknown_mailbox'],
  ['made', '5.1.10', 'smtp;550 5.1.10 Empfänger nicht gefunden', 'bounced unknown_mailbox'],
  ['RFC 3464', '5.1.10', '', 'bounced unknown_mailbox'],
  ['RFC 7505', '5.1.10', 'smtp; 556 5.1.10 Recipient address has null MX', 'bounced domain_takes_no_mail'],
  ['RFC 7504', '5.1.10', 'smtp; 556 5.1.10 Domain does not accept mail', 'bounced domain_takes_no_mail'],
  ['Postfix', '5.1.10', `smtp; 550 5.1.10 <${ANA}>: Recipient address rejected: Domain customer.test does not accept mail (nullMX)`, 'bounced domain_takes_no_mail'],
  ['Postfix', '5.1.0', 'X-Postfix; Domain customer.test does not accept mail (nullMX)', 'bounced domain_takes_no_mail'],
  ['RFC 7505', '5.7.27', 'smtp; 550 5.7.27 Sender address has null MX', 'failed policy_refused'],

  // The words of providers.
  ['GMX', '5.0.0', 'smtp; 550-Requested action not taken: mailbox unavailable 550 For explanation visit https://postmaster.gmx.net/en/case?c=r0101', 'bounced unknown_mailbox'],
  ['web.de', '5.0.0', 'smtp; host mx.web.de[192.0.2.7] said: 550 Requested action not taken: mailbox unavailable (in reply to RCPT TO command)', 'bounced unknown_mailbox'],
  ['Hotmail', '5.0.0', 'smtp;550 Requested action not taken: mailbox unavailable (-2019901852:4030:-2147467259)', 'bounced unknown_mailbox'],
  ['RFC 5321', '5.0.0', 'smtp; 550 Requested action not taken: mailbox unavailable', 'bounced unknown_mailbox'],
  ['GMX', '5.0.0', 'smtp; 550-Requested action not taken: mailbox unavailable 550 Reject due to policy restrictions.', 'failed refused'],
  ['GMX', '5.0.0', 'smtp; 550-Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record', 'failed refused'],
  ['GMX', '5.0.0', 'smtp; 550 Requested action not taken: mailbox unavailable (in reply to end of DATA command)', 'failed refused'],
  ['GMX', '5.0.0', 'smtp; 450 Requested mail action not taken: mailbox unavailable', 'failed attempts_used_up'],
  ['QQ', '5.0.0', 'smtp; 550 The recipient may contain a non-existent account, please check the recipient address.', 'bounced unknown_mailbox'],
  ['QQ', '5.0.0', 'smtp; 550 Mailbox not found. http://service.mail.qq.com', 'bounced unknown_mailbox'],
  ['QQ', '5.0.0', 'smtp; 550 Mail content denied. http://service.mail.qq.com', 'failed refused'],
  ['Microsoft', '5.4.310', 'smtp; 550 5.4.310 DNS domain customer.dev does not exist [Message=InfoDomainNonexistent]', 'bounced unknown_domain'],
  ['Microsoft', '5.4.310', 'smtp; 550 5.4.310 DNS domain customer.dev could not be asked', 'failed refused'],
  ['Microsoft', '5.4.1', 'smtp; 550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'bounced unknown_mailbox'],
  ['Microsoft', '4.4.7', 'smtp; 550 4.4.7 QUEUE.Expired; message expired', 'failed refused'],
  ['Yahoo', '5.0.0', `smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (${ANA}) [0]`, 'bounced unknown_mailbox'],
  ['Yahoo', '5.0.0', `This user doesn't have a customer.test account (${ANA}) [-9]`, 'bounced unknown_mailbox'],
  ['Yahoo', '5.7.9', 'smtp; 554 5.7.9 Message not accepted for policy reasons', 'failed policy_refused'],
  ['Gmail', '5.2.1', 'smtp; 550-5.2.1 The email account that you tried to reach is disabled.', 'bounced mailbox_disabled'],
  ['Gmail', '5.2.2', 'smtp; 552-5.2.2 The email account that you tried to reach is over quota', 'failed mailbox_full'],
  ['Orange', '5.1.1', 'smtp; 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR204_416', 'bounced unknown_mailbox'],
  ['Facebook', '5.1.1', 'smtp; 550 5.1.1 RCP-P2 Refused due to recipient preferences', 'failed policy_refused'],
  ['made', '5.2.1', 'smtp; 550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is on a blacklist', 'failed policy_refused'],
  ['made', '5.1.1', 'smtp; 550 5.1.1 Mailbox is full', 'failed mailbox_full'],
  ['made', '5.2.1', 'smtp; 550 5.2.1 User over quota', 'failed mailbox_full'],
  ['IMail', '5.0.0', `Unknown user: ${ANA}`, 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 Utilisateur inconnu', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 Usuario desconocido', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 No existe ese usuario', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 Nessun utente', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 553 your domain does not exist', 'failed refused'],
  ['made', '5.0.0', 'smtp; 550 Destinatário não existe', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 Empfaenger unbekannt', 'bounced unknown_mailbox'],
  ['made', '5.0.0', 'smtp; 550 IP address does not resolve, unknown address', 'failed refused'],
  ['made', '5.1.8', 'smtp; 553 5.1.8 Sender address rejected: domain does not exist', 'failed sender_refused'],
  ['made', '5.0.0', 'smtp; 550 Helo command rejected: unknown host', 'failed refused'],
];

describe('What a report says', () => {
  const received = useParser();
  const read = async (raw: string, mailFrom?: string) => {
    const files = new ReportFiles();
    const message = await received.parser.parse(toSource(raw), null, files);
    return readReport(toReportSource(message, files, mailFrom));
  };
  const resultOf = async (raw: string, mailFrom?: string) => {
    const result = reportResultOf(await read(raw, mailFrom), ANA);
    if (!result) return 'nothing';
    return 'cause' in result ? `${result.result} ${result.cause.reason}` : result.result;
  };
  const report = (status: string, diagnostic: string, fields = '', text = 'Sorry.') =>
    write({
      name: '',
      from: 'MAILER-DAEMON@mx.customer.test',
      subject: 'Undelivered',
      text,
      ...dsn([`${recipientGroup(ANA, 'failed', status, diagnostic || undefined)}${fields}`]),
      expected: { kind: 'unknown' },
    });

  for (const [source, status, diagnostic, outcome] of REPLIES) {
    it(`means ${outcome}: ${diagnostic || status} (${source})`, async () => {
      expect(await resultOf(report(status, diagnostic))).to.equal(outcome);
    });
  }

  it('has the reply in another field of the recipient, or in the text, where its Diagnostic-Code has none', async () => {
    const info = '\nX-Supplementary-Info: <mx.customer.test #5.1.1 smtp; 550 5.1.1 Gone>';
    expect(await resultOf(report('5.0.0', '', info))).to.equal('bounced unknown_mailbox');
    expect(await resultOf(report('5.0.0', 'smtp; Failed', info))).to.equal('bounced unknown_mailbox');
    expect(await resultOf(report('5.7.1', 'smtp; Failed', info))).to.equal('failed policy_refused');
    const text = `<bob@customer.test>: 550 5.1.1 Gone\n<${ANA}>: 552 5.2.2 Full`;
    expect(await resultOf(report('5.0.0', 'smtp; Failed', '', text))).to.equal('failed mailbox_full');
    expect(await resultOf(report('5.1.1', '', '', text))).to.equal('bounced unknown_mailbox');
    expect(await resultOf(report('5.0.0', 'smtp; 554 No', '', text))).to.equal('failed refused');
  });

  it('has the reply code of the reply that was judged', () => {
    const diagnostic = "5.3.0 - Other mail system problem 552-'5.2.2 Mailbox full'";
    expect(replyCodeOf(diagnostic)).to.equal(552);
    const rest = { action: 'failed', address: ANA, status: null, remoteMta: null } as const;
    expect(outcomeOfFailure({ ...rest, diagnostic }).reply).to.include({ code: 552, enhanced: '5.2.2' });
    expect(replyCodeOf('5.1.0 - Unknown address error')).to.equal(null);
  });

  for (const { name, outcome, mailFrom = '', from, headers = [], subject = '', text } of TEXT_EXAMPLES) {
    it(`is read from a text at a return path, ${outcome}: ${name}`, async () => {
      const head = [
        `From: ${from}`,
        `Subject: ${subject}`,
        ...headers,
        'Content-Type: text/plain; charset=utf-8',
      ];
      const raw = [...head, '', ...text].join('\r\n');
      expect(await resultOf(raw, mailFrom)).to.equal(outcome);
    });
  }
});
