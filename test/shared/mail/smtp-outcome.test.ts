// Bounce classification of SMTP replies, with at least one test per row of the table. The replies are from large
// providers if their text matters.
import { expect } from 'chai';
import {
  findOutcomeRule,
  OUTCOME_RULES,
  type ReplyStage,
  type SmtpOutcome,
  smtpOutcomeOf,
} from '../../../shared/mail/smtp-outcome.ts';
import { cpuMsOf } from '../../support/time/cpu-time.ts';
import { parseReply } from './support/parse-reply.ts';

type Example = [stage: ReplyStage, reply: string | undefined, kind: SmtpOutcome['kind'], reason: string];

/** In the order of the table; several examples of one row are next to each other. */
// biome-ignore format: a table.
const EXAMPLES: readonly Example[] = [
  ['content', '250 2.0.0 OK queued as 4XyZ', 'delivered-to-next-hop', 'accepted'],
  ['content', '250 OK', 'delivered-to-next-hop', 'accepted'],
  ['content', undefined, 'retry', 'answer_lost'],
  ['connect', undefined, 'retry', 'connection_failed'],
  ['auth', undefined, 'retry', 'connection_failed'],
  ['rcpt', undefined, 'retry', 'connection_failed'],
  ['data', undefined, 'retry', 'connection_failed'],
  ['report', '451 4.4.7 Given up', 'fail', 'attempts_used_up'],
  ['report', '421 4.4.2 Timeout', 'fail', 'attempts_used_up'],
  ['report', '450 4.1.1 User unknown', 'fail', 'attempts_used_up'],
  ['report', '530 5.7.0 Authentication required', 'fail', 'refused'],
  ['report', '535 5.7.8 User unknown', 'fail', 'refused'],
  ['greeting', '421 4.3.2 Service shutting down', 'retry', 'service_not_available'],
  ['auth', '421 4.7.0 Too many login attempts', 'retry', 'service_not_available'],
  ['content', '421 4.4.2 Timeout', 'retry', 'service_not_available'],

  ['greeting', '554 5.7.1 Your address is on our block list', 'retry', 'connection_refused'],
  ['greeting', '521 This host does not accept mail', 'retry', 'connection_refused'],
  ['ehlo', '550 5.7.1 Invalid HELO name', 'retry', 'connection_refused'],
  ['ehlo', '451 4.7.1 Slow down', 'retry', 'connection_refused'],
  ['tls', '454 4.7.0 TLS not available', 'retry', 'connection_refused'],
  ['tls', '502 5.5.1 Not implemented', 'retry', 'connection_refused'],

  ['auth', '432 4.7.12 A password transition is needed', 'configuration', 'login_refused'],
  ['auth', '454 4.7.0 Temporary authentication failure', 'retry', 'login_not_available'],
  ['auth', '535 5.7.8 Username and Password not accepted', 'configuration', 'login_refused'],
  ['auth', '534 5.7.9 Application-specific password required', 'configuration', 'login_refused'],
  ['auth', '538 5.7.11 Encryption required', 'configuration', 'login_refused'],
  ['auth', '504 5.5.4 Unrecognized authentication type', 'configuration', 'login_refused'],
  ['auth', '550 User unknown', 'configuration', 'login_refused'],
  ['content', '530 5.7.0 Authentication required', 'retry', 'login_required'],
  ['mail', '530 5.7.0 Authentication required', 'configuration', 'login_required'],
  ['mail', '535 5.7.8 Authentication credentials invalid', 'configuration', 'login_required'],
  ['rcpt', '530 5.7.0 Must issue a STARTTLS command first', 'configuration', 'login_required'],
  ['rcpt', '534 5.7.9 Mechanism too weak', 'configuration', 'login_required'],
  ['rcpt', '538 5.7.11 Encryption required', 'configuration', 'login_required'],

  ['mail', '451 4.3.0 Try again later', 'retry', 'temporary_failure'],
  ['rcpt', '450 4.2.0 Greylisted', 'retry', 'temporary_failure'],
  ['rcpt', '450 4.1.1 User unknown', 'retry', 'temporary_failure'],
  ['rcpt', '450 5.1.1 User unknown', 'retry', 'temporary_failure'],
  ['rcpt', '452 4.2.2 Mailbox full', 'retry', 'temporary_failure'],
  ['content', '451 4.7.650 Reputation', 'retry', 'temporary_failure'],
  ['mail', '454 4.7.0 Not now', 'retry', 'temporary_failure'],

  ['rcpt', '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages', 'fail', 'mailbox_busy'],
  ['rcpt', '550 5.1.1 Mailbox is full', 'fail', 'mailbox_full'],
  ['content', '550 5.1.1 RCP-P2 Refused due to recipient preferences', 'fail', 'policy_refused'],
  ['rcpt', '550 5.1.1 The email account that you tried to reach does not exist', 'bounce', 'unknown_mailbox'],
  ['report', '550 5.1.1 User unknown', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.1.351 Remote server returned unknown recipient', 'bounce', 'unknown_mailbox'],
  ['data', '554 5.1.1 No valid recipients', 'bounce', 'unknown_mailbox'],
  ['content', '550 5.1.1 User unknown', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.1.2 Bad destination system address', 'bounce', 'unknown_domain'],
  ['rcpt', '501 5.1.3 Bad recipient address syntax', 'bounce', 'invalid_address'],
  ['rcpt', '551 5.1.6 The mailbox has moved', 'bounce', 'mailbox_moved'],
  ['rcpt', '556 5.1.10 Recipient address has null MX', 'bounce', 'domain_takes_no_mail'],
  ['rcpt', '550 5.1.10 Domain customer.test does not accept mail (nullMX)', 'bounce', 'domain_takes_no_mail'],
  ['report', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.2.1 The email account that you tried to reach is disabled', 'bounce', 'mailbox_disabled'],
  ['report', '550 5.4.4 Name service error', 'bounce', 'unknown_domain'],
  ['rcpt', '550 5.4.4 Unable to route', 'fail', 'refused'],
  ['report', '550 5.4.310 DNS domain customer.test does not exist', 'bounce', 'unknown_domain'],

  ['rcpt', '552 5.2.2 The recipient is over quota', 'fail', 'mailbox_full'],
  ['content', '554 5.2.2 Mailbox full', 'fail', 'mailbox_full'],
  ['mail', '552 5.3.4 Message size exceeds fixed limit', 'fail', 'message_too_large'],
  ['content', '552 5.2.3 Message exceeds maximum fixed size', 'fail', 'message_too_large'],
  ['mail', '550 5.6.7 SMTPUTF8 is not offered', 'fail', 'smtputf8_not_offered'],
  ['rcpt', '553 5.6.7 Non-ASCII addresses are not permitted', 'fail', 'smtputf8_not_offered'],
  ['content', '554 5.6.9 UTF-8 header message cannot be transferred', 'fail', 'smtputf8_not_offered'],
  ['content', '554 5.6.0 Message contains a virus', 'fail', 'content_refused'],
  ['rcpt', '550 5.7.1 Relay access denied', 'fail', 'policy_refused'],
  ['content', '550 5.7.26 This mail is unauthenticated', 'fail', 'policy_refused'],
  ['rcpt', '550 5.7.1 User unknown', 'fail', 'policy_refused'],

  ['rcpt', '550 Sender address rejected: User unknown in virtual mailbox table', 'fail', 'sender_refused'],
  ['rcpt', '550 Sender verify failed: no such user', 'fail', 'sender_refused'],
  ['rcpt', '550 Mailbox is full', 'fail', 'mailbox_full'],
  ['rcpt', '550 <ana@customer.test>: Recipient address rejected: User unknown', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 No such user here', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 Recipient <ana@customer.test> not found', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 mailbox ana@customer.test does not exist', 'bounce', 'unknown_mailbox'],
  ['rcpt', "551 User doesn't exist", 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 User not exist', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 <ana@customer.test> user not exists', 'bounce', 'unknown_mailbox'],
  ['report', '550 User ana not listed in Domino Directory', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 192.0.2.1 is not listed in our directory', 'fail', 'refused'],
  ['rcpt', '553 Invalid recipient', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.1.0 Unknown recipient', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.0.0 User unknown', 'bounce', 'unknown_mailbox'],
  ['content', '550 No mailbox here by that name', 'bounce', 'unknown_mailbox'],
  ['content', '552 1 Requested mail action aborted, mailbox not found', 'bounce', 'unknown_mailbox'],
  ['content', "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com)", 'bounce', 'unknown_mailbox'],
  ['content', '554 delivery error: dd This mailbox is disabled (554.30)', 'bounce', 'mailbox_disabled'],
  ['rcpt', '550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.web.de', 'bounce', 'unknown_mailbox'],
  ['report', '550 Requested action not taken: mailbox unavailable', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 Requested action not taken: mailbox unavailable', 'fail', 'refused'],
  ['rcpt', '550 Requested action not taken: mailbox unavailable or not local', 'fail', 'refused'],
  ['report', '550 5.1.0 Domain customer.test does not accept mail (nullMX)', 'bounce', 'domain_takes_no_mail'],
  ['report', '550 Host or domain name not found', 'bounce', 'unknown_domain'],
  ['report', '554 5.0.0 No such domain at this location', 'bounce', 'unknown_domain'],
  ['report', '550 <ana@customer.test>... Host unknown', 'bounce', 'unknown_domain'],
  ['report', '550 5.7.1 Host unknown', 'fail', 'policy_refused'],
  ['report', '550 Client host unknown', 'fail', 'refused'],
  ['rcpt', '550 Host unknown', 'fail', 'refused'],
  ['rcpt', '550 5.5.0 Requested action not taken: mailbox unavailable', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.4.1 Recipient address rejected: Access denied', 'bounce', 'unknown_mailbox'],
  ['rcpt', '550 5.4.1 No answer from host', 'fail', 'refused'],
  ['content', '552 5.3.0 Content rejected', 'fail', 'refused'],
  ['rcpt', '552 Exceeded storage allocation', 'fail', 'storage_exceeded'],
  ['mail', '550 User unknown', 'fail', 'sender_refused'],
  ['mail', '550 5.1.1 User unknown', 'fail', 'sender_refused'],
  ['mail', '553 5.1.8 Domain of sender does not resolve', 'fail', 'sender_refused'],
  ['rcpt', '550 IP address 192.0.2.1 not found in your SPF record', 'fail', 'refused'],
  ['rcpt', '554 No such user', 'fail', 'refused'],
  ['content', '554 Transaction failed', 'fail', 'refused'],
  ['data', '503 5.5.1 Bad sequence of commands', 'fail', 'refused'],
];

describe('an SMTP reply', () => {
  it('is classified by its stage, its codes and its text', () => {
    for (const [stage, reply, kind, reason] of EXAMPLES)
      expect(smtpOutcomeOf(stage, parseReply(reply)), `${stage}: ${reply}`).to.include({ kind, reason });
  });

  it('that fits no command means a retry', () => {
    for (const [stage, reply] of [
      ['content', '354 Go on'],
      ['rcpt', '250 OK'],
      ['mail', '220 Hello'],
    ] as const) {
      expect(smtpOutcomeOf(stage, parseReply(reply))).to.include({
        kind: 'retry',
        reason: 'unexpected_reply',
      });
    }
  });

  it('has an example for every row of the table', () => {
    const rows = new Set(EXAMPLES.map(([stage, reply]) => findOutcomeRule(stage, parseReply(reply))));
    expect(OUTCOME_RULES.filter((rule) => !rows.has(rule))).to.deep.equal([]);
    expect(OUTCOME_RULES).to.have.length.above(20);
  });

  it('is a bounce only in a stage in which the reply is about the recipient', () => {
    for (const stage of ['connect', 'greeting', 'ehlo', 'tls', 'auth', 'mail'] as const) {
      for (const reply of ['550 5.1.1 User unknown', '550 User unknown', '550 5.2.1 Disabled']) {
        expect(smtpOutcomeOf(stage, parseReply(reply)).kind, `${stage} ${reply}`).not.to.equal('bounce');
      }
    }
  });

  it('is classified at once, for a text of any length', () => {
    const reply = parseReply(`550 ${'user a '.repeat(100_000)}`);
    expect(cpuMsOf(() => smtpOutcomeOf('rcpt', reply))).to.be.below(1_000);
  });
});
