// What follows from replies of mailbox providers: at least one real reply for every row of the table, and replies that must
// not be taken for one, above all for a blocked address.
import { expect } from 'chai';
import { EFFECT_RULES, effectOf, findEffectRule } from '../../../../shared/mail/providers/replies.ts';
import type { SmtpStage } from '../../../../shared/mail/smtp-reply.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';
import { parseReply } from '../support/parse-reply.ts';

type Effect = 'slow' | 'blocked' | 'unauthenticated' | 'none' | `rest ${number} min`;
type Example = [provider: string, stage: SmtpStage, reply: string, effect: Effect];

/** In the order of the table; several examples of one row are next to each other. */
// biome-ignore format: a table.
const EXAMPLES: readonly Example[] = [
  ['google', 'rcpt', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.', 'none'],
  ['google', 'rcpt', '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.', 'none'],
  ['google', 'rcpt', "452 4.2.2 The recipient's inbox is out of storage space.", 'none'],
  ['acme.dev', 'rcpt', '450 4.2.0 <ana@acme.dev>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch', 'none'],
  ['acme.dev', 'rcpt', '450 4.7.0 Mailbox is full: too many messages', 'none'],
  ['acme.dev', 'rcpt', '451 4.7.1 Greylisting in action, please come back in 00:05:00', 'none'],
  ['yahoo', 'content', '451 4.7.1 [GL01] Message from (192.0.2.1) temporarily deferred', 'none'],
  ['apple', 'rcpt', '421 4.7.1 Messages to ana@icloud.com deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137', 'none'],
  ['google', 'rcpt', '421 4.7.0 TLS required for RCPT domain, closing connection.', 'none'],
  ['google', 'rcpt', '421 4.7.0 IP not in whitelist for RCPT domain, closing connection.', 'none'],
  ['google', 'content', '421 4.7.28 Gmail has detected this message exceeded its quota for sending messages with the same Message-ID:.', 'none'],
  ['google', 'content', '550 5.7.1 Your IP address is blocked using Spamhaus, says the administrator. - gcdp abc - gsmtp', 'none'],
  ['google', 'content', '421 4.7.0 Connection expired, try reconnecting.', 'none'],
  ['acme.dev', 'mail', '421 4.4.2 mx1.acme.dev Error: timeout exceeded', 'none'],
  ['yahoo', 'mail', '421 Max message per connection reached, closing transmission channel', 'none'],

  ['google', 'content', '550 5.7.26 Your email has been blocked because the sender is unauthenticated.', 'unauthenticated'],
  ['acme.dev', 'content', '550 5.7.23 The message was rejected because of Sender Policy Framework violation', 'unauthenticated'],
  ['google', 'content', '550 5.7.27 This mail has been blocked because SPF does not pass.', 'unauthenticated'],
  ['google', 'content', '550 5.7.30 This mail has been blocked because DKIM does not pass.', 'unauthenticated'],
  ['outlook', 'content', '550 5.7.515 Access denied, sending domain acme.dev does not meet the required authentication level.', 'unauthenticated'],
  ['microsoft-365', 'content', '550 5.7.509 Access denied, sending domain acme.dev does not pass DMARC verification', 'unauthenticated'],
  ['apple', 'content', '554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM authentication checks.', 'unauthenticated'],
  ['orange', 'content', '550 5.7.1 Service refuse. Veuillez essayer plus tard. OFR004_519 [519]', 'unauthenticated'],
  ['laposte', 'content', '571 5.7.1 Message refused, Message refuse LPN007_517', 'unauthenticated'],
  ['gmx', 'content', '550 Reject due to DMARC policy.', 'unauthenticated'],
  ['apple', 'content', "550 5.7.1 Your message was rejected due to acme.dev's DMARC policy.", 'unauthenticated'],

  ['microsoft-365', 'rcpt', '550 5.7.513 Service unavailable, Client host [192.0.2.1] blocked by acme.dev using Customer Block list (AS16012607)', 'none'],
  ['microsoft-365', 'rcpt', '550 5.7.507 Access denied, rejected by recipient', 'none'],
  ['acme.dev', 'rcpt', '554 5.7.1 Service unavailable; Sender address [ana@acme.dev] blocked using dbl.spamhaus.org', 'none'],
  ['acme.dev', 'rcpt', '450 4.7.1 Service unavailable; Client host [mx.acme.dev] blocked using dbl.spamhaus.org', 'none'],
  ['outlook', 'mail', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).", 'blocked'],
  ['outlook', 'mail', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. ... block list (AS3140).", 'blocked'],
  ['microsoft-365', 'rcpt', '550 5.7.606 Access denied, banned sending IP [192.0.2.1].', 'blocked'],
  ['microsoft-365', 'rcpt', '550 5.7.649 Access denied, banned sending IP [192.0.2.1].', 'blocked'],
  ['microsoft-365', 'rcpt', '550 5.7.511 Access denied, banned sender[192.0.2.1].', 'blocked'],
  ['yahoo', 'greeting', "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list", 'blocked'],
  ['orange', 'greeting', '550 mwinf5c10 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR006_103 192.0.2.1 [103]', 'blocked'],
  ['laposte', 'rcpt', '550 5.5.0 Les emails envoyes vers la messagerie Laposte.net ont ete bloques par nos services. LPN007_102', 'blocked'],
  ['comcast', 'mail', '554 resimta-po-20v.sys.comcast.net 192.0.2.1 BL000001 Blocked', 'blocked'],
  ['gmx', 'greeting', '554 gmx.net (mxgmx104) Nemesis ESMTP Service not available No SMTP service IP address is block listed.', 'blocked'],
  ['gmx', 'greeting', '554 gmx.net (mxgmx104) Nemesis ESMTP Service not available No SMTP service Bad DNS PTR resource record.', 'blocked'],
  ['t-online', 'greeting', '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)', 'blocked'],
  ['google', 'content', '550 5.7.28 There is an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been blocked.', 'blocked'],
  ['google', 'content', '550 5.7.25 The IP address sending this message does not have a PTR record setup', 'blocked'],
  ['apple', 'mail', '550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1', 'blocked'],
  ['proofpoint', 'greeting', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'blocked'],
  ['acme.dev', 'rcpt', '554 Service unavailable; blocked using barracudacentral.org reputation; see http://www.barracudanetworks.com/reputation/?pr=1&ip=192.0.2.1', 'blocked'],
  ['acme.dev', 'rcpt', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1', 'blocked'],
  ['microsoft-365', 'rcpt', '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.1 (AS16012607)', 'blocked'],
  ['apple', 'mail', '550 5.7.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus SBL.', 'blocked'],
  ['libero', 'greeting', '550 smtp-10.iol.local IP blacklisted by CSI. For remediation please use http://csi.cloudmark.com/reset-request/?ip=192.0.2.1 LIB_102', 'blocked'],

  ['yahoo', 'mail', '421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.', 'rest 240 min'],
  ['yahoo', 'mail', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1', 'rest 120 min'],
  ['yahoo-japan', 'greeting', '421 [IPTS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints', 'rest 120 min'],
  ['yahoo', 'mail', '421 4.7.0 [TS01] Messages from 192.0.2.1 temporarily deferred due to user complaints', 'slow'],
  ['microsoft-365', 'rcpt', '451 4.7.850 Access denied, please try again later', 'rest 60 min'],
  ['outlook', 'mail', '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S775)', 'rest 15 min'],
  ['microsoft-365', 'rcpt', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)', 'rest 15 min'],
  ['outlook', 'greeting', '421 4.3.2 Connection refused from 192.0.2.1 due to exceed max concurrent connections. IB007', 'slow'],
  ['apple', 'mail', '421 4.7.0 [HCM1] Your mail from 192.0.2.1 was deferred', 'rest 15 min'],
  ['apple', 'content', '451 [BS02] Temporary server error. Please try again later.', 'rest 15 min'],
  ['orange', 'greeting', '421 mwinf5c77 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]', 'rest 120 min'],
  ['orange', 'greeting', '421 mwinf5c79 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR005_104 [104]', 'slow'],
  ['comcast', 'mail', '421 4.1.0 192.0.2.1 Throttled - try again later. Please see http://postmaster.comcast.net/smtp-error-codes.php#RL000003', 'slow'],
  ['gmx', 'greeting', '421 Rate limit reached. Please try again later', 'rest 60 min'],
  ['gmx', 'greeting', '421 gmx.net (mxgmx001) Nemesis ESMTP Service not available Service unavailable Reject due to policy restrictions.', 'rest 60 min'],
  ['qq', 'rcpt', '550 Ip frequency limited.', 'rest 60 min'],
  ['netease', 'mail', '554 HL:ITC 163 mx1', 'rest 60 min'],

  ['free', 'greeting', '421 Server busy, too many connections from your IP', 'slow'],
  ['acme.dev', 'rcpt', '450 4.7.1 <ana@acme.dev>: Recipient address rejected: Too many connections from your host', 'slow'],
  ['acme.dev', 'rcpt', '450 4.7.1 <ana@acme.dev>: Recipient address rejected: Access denied', 'none'],
  ['google', 'content', '421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.', 'slow'],
  ['google', 'content', "421 4.7.32 Your email has been rate limited because the From: header (RFC5322) in this message isn't aligned", 'slow'],
  ['google', 'content', '421 4.7.0 Try again later, closing connection.', 'slow'],
  ['acme.dev', 'rcpt', '451 Rate limit exceeded, please retry', 'slow'],
  ['acme.dev', 'rcpt', '452 4.3.1 Too many messages from you, slow down', 'slow'],
  ['apple', 'mail', '451 4.7.1 Service unavailable - try again later', 'slow'],
  ['acme.dev', 'rcpt', '450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]', 'slow'],
  ['acme.dev', 'greeting', '554 No SMTP service here', 'slow'],
  ['acme.dev', 'ehlo', '550 5.7.1 Invalid HELO name', 'slow'],
];

/** They say nothing of our address. */
const OF_OTHERS: readonly Omit<Example, 3>[] = [
  ['google', 'rcpt', '550 5.1.1 The email account that you tried to reach does not exist', 'none'],
  ['facebook.com', 'content', '550 5.1.1 RCP-P2 Refused due to recipient preferences', 'none'],
  ['acme.dev', 'rcpt', '550 5.7.1 Message blocked by recipient', 'none'],
  ['acme.dev', 'rcpt', '550 5.7.1 <ana@acme.dev>: Recipient address rejected: Access denied', 'none'],
  [
    'acme.dev',
    'content',
    '554 5.7.1 Message contains a URL whose host 192.0.2.1 is listed in Spamhaus SBL',
    'none',
  ],
  [
    'apple',
    'content',
    '550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL',
    'none',
  ],
  ['apple', 'content', '550 5.7.1 [CS01] Message rejected due to local policy.', 'none'],
  [
    'google',
    'content',
    '550 5.7.1 Our system has detected that this message is likely unsolicited mail.',
    'none',
  ],
  ['orange', 'content', '550 5.7.1 Mail rejete. Mail rejected. OFR_506 [506]', 'none'],
  [
    'orange',
    'rcpt',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
    'none',
  ],
  ['mimecast', 'rcpt', '451 Internal resources are temporarily unavailable', 'none'],
  ['qq', 'content', '550 Domain frequency limited.', 'none'],
  ['acme.dev', 'tls', '454 4.7.0 TLS not available due to local problem', 'none'],
  ['acme.dev', 'rcpt', '452 4.5.3 Too many recipients', 'none'],
  ['acme.dev', 'content', '451 4.3.0 Try again later', 'none'],
  ['acme.dev', 'content', '250 2.0.0 OK, not blocked using zen.spamhaus.org, client host 192.0.2.1', 'none'],
];

const textOf = (provider: string, stage: SmtpStage, reply: string): Effect => {
  const effect = effectOf(provider, stage, parseReply(reply));
  if (effect?.kind === 'rest') return `rest ${effect.forMs / 60_000} min`;
  return effect?.kind ?? 'none';
};

describe("a mailbox provider's reply", () => {
  for (const [provider, stage, reply, effect] of EXAMPLES)
    it(`${effect}: ${provider}, ${stage}: ${reply.slice(0, 90)}`, () => {
      expect(textOf(provider, stage, reply)).to.equal(effect);
      expect(findEffectRule(provider, stage, parseReply(reply))).not.to.equal(undefined);
    });

  it('says nothing of us where it is about a content, a domain or a recipient', () => {
    for (const [provider, stage, reply] of OF_OTHERS)
      expect(textOf(provider, stage, reply), `${provider}: ${reply}`).to.equal('none');
  });

  it('has an example for every row of the table', () => {
    const rows = new Set(
      EXAMPLES.map(([provider, stage, reply]) => findEffectRule(provider, stage, parseReply(reply))),
    );
    expect(EFFECT_RULES.filter((rule) => !rows.has(rule))).to.deep.equal([]);
  });

  it('is of its provider: the code of another one means nothing', () => {
    for (const reply of ['550 5.7.1 block list (S3150)', '550 OFR006_103', '554 BL000001', '550 [BL21]'])
      expect(textOf('acme.dev', 'mail', reply), reply).to.equal('none');
  });

  it('never blocks by words after the content, which rules of customers can write', () => {
    for (const [provider, stage, reply, effect] of EXAMPLES) {
      if (effect !== 'blocked' || stage === 'content') continue;
      expect(textOf(provider, 'content', reply), reply).not.to.equal('blocked');
    }
  });

  it('never means what is part of an address, which an account has chosen', () => {
    for (const [provider, address] of [
      ['comcast', 'BL000001@comcast.net'],
      ['yahoo', '"[BL21]"@yahoo.com'],
      ['yahoo', String.raw`"[BL21] \"b"@yahoo.com`],
      ['outlook', '"(S3150)"@outlook.com'],
      ['orange', 'OFR006_103@orange.fr'],
      ['acme.dev', '"client host 192.0.2.1 blocked using spamhaus"@acme.dev'],
      ['acme.dev', '"too many connections"@acme.dev'],
    ] as const)
      for (const written of [address, `<${address}>`, `<${address}>:`])
        expect(textOf(provider, 'rcpt', `550 5.1.1 ${written} does not exist`), written).to.equal('none');
  });

  it('means nothing when it is ours', () => {
    const reply = { code: 450, enhanced: '4.7.10', text: 'TLS is not offered', isOurs: true } as const;
    expect(effectOf('acme.dev', 'ehlo', reply)).to.equal(undefined);
  });

  it('is read at once, of 64 KB and in any script', () => {
    const pieces = [
      'a',
      ' ',
      '<',
      '"',
      '"\\',
      '@',
      '.',
      '[',
      '1.1.1.1 ',
      'client host ',
      'your ip ',
      'domain ',
      'too ',
      'max ',
      '接続が多すぎます ',
      'слишком много ',
      '\u202e',
      '\ud83d',
      'messages to ',
      'OFR',
      '[BL',
      'IP=',
    ];
    for (const piece of pieces) {
      const text = piece.repeat(65_536 / piece.length);
      for (const code of [421, 450, 550])
        for (const provider of ['google', 'orange', 'acme.dev'])
          expect(
            cpuMsOf(() => effectOf(provider, 'rcpt', { code, text })),
            `${code} ${piece}`,
          ).to.be.below(100);
    }
  });
});
