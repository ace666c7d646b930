// Every way in which an attempt can end, and what it means: one row each.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Attempt } from '../../../workers/send/attempt.ts';
import { resolveDelivery } from '../../../workers/send/resolve-delivery.ts';
import type { AttemptedDelivery } from '../../../workers/transports/transport.ts';

const NOW = new Date('2026-02-03T04:05:06.000Z');
const MINUTE_MS = 60_000;
const options = { deliveredBy: 'accept', isDirect: false, now: NOW, random: () => 0 } as const;

/** Only the fields that `judge` reads. */
const attempt = (attempts = 1) => ({ recipient: { attempts } }) as Attempt;
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const server = 'mx.customer.dev';
const reply = (code: number, text: string, enhanced?: string): SmtpReply => ({
  code,
  text,
  ...(enhanced && { enhanced }),
});
const refused = (stage: SmtpStage, answer: SmtpReply): AttemptedDelivery => ({
  kind: 'refused',
  stage,
  reply: answer,
  server,
});
/** The end by a reply, with its text as it is stored. */
const ended = (result: 'delayed' | 'bounced' | 'failed', reason: string, text: string, more = {}) => ({
  result,
  reason,
  server,
  code: Number(text.slice(0, 3)),
  text,
  ...(result === 'delayed' && { nextAttemptAt: later(MINUTE_MS) }),
  ...more,
});
/** The end without a reply, which is retried. */
const unanswered = (reason: string, text: string, message: string, more = {}) => ({
  result: 'delayed',
  reason,
  text,
  message: `${message}: ${text}`,
  nextAttemptAt: later(MINUTE_MS),
  ...more,
});
const released = (text: string) => ({ result: 'returned', text, nextAttemptAt: NOW });
const REFUND = { isRefunded: true };

const accepted: AttemptedDelivery = { kind: 'accepted', reply: reply(250, 'ok', '2.0.0') };
const greylisted = reply(451, 'later', '4.7.1');
const down = { kind: 'unreachable', stage: 'connect', reason: 'refused', server } as const;
const lost = { kind: 'unreachable', stage: 'content', reason: 'lost', uncertain: true } as const;
const DOWN = 'The server could not be reached, or the connection was lost';
const LOST = 'The connection was lost before the server confirmed the message';
const HELD_BACK = 'Posthorn held the message before sending it.';

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const ROWS: [title: string, delivery: AttemptedDelivery, end: object][] = [
  ['a 4xx to the recipient is retried', refused('rcpt', greylisted), ended('delayed', 'temporary_failure', '451 4.7.1 later')],
  ['a 4xx to the content is retried', refused('content', reply(452, 'full')), ended('delayed', 'temporary_failure', '452 full')],
  ['a greeting that refuses us is retried', refused('greeting', reply(554, 'blocked')), ended('delayed', 'connection_refused', '554 blocked')],
  ['a server that cannot be reached is retried', down, unanswered('connection_failed', 'refused', DOWN, { server })],
  ['a lost reply to the content is retried', lost, unanswered('answer_lost', 'lost', LOST)],
  ['mail that never got a connection is released', { kind: 'unreachable', stage: 'queue', reason: 'closing' }, released('closing')],
  ['mail that was withheld is released', { kind: 'withheld' }, released(HELD_BACK)],
  ['an unknown address bounces', refused('rcpt', reply(550, 'no such user', '5.1.1')), ended('bounced', 'unknown_mailbox', '550 5.1.1 no such user')],
  ['an unknown address bounces when the server says so after the content', refused('content', reply(550, 'user unknown')), ended('bounced', 'unknown_mailbox', '550 user unknown')],
  ['a refusal by policy fails', refused('rcpt', reply(550, 'spam', '5.7.1')), ended('failed', 'policy_refused', '550 5.7.1 spam', REFUND)],
  ['a refusal of the content fails, and stays charged', refused('content', reply(554, 'spam', '5.7.1')), ended('failed', 'policy_refused', '554 5.7.1 spam')],
  ['a refusal of the sender fails', refused('mail', reply(550, 'user unknown')), ended('failed', 'sender_refused', '550 user unknown', REFUND)],
  ['a full mailbox fails', refused('rcpt', reply(552, 'full', '5.2.2')), ended('failed', 'mailbox_full', '552 5.2.2 full', REFUND)],
  ['a server without SMTPUTF8 fails', refused('mail', reply(553, 'no', '5.6.7')), ended('failed', 'smtputf8_not_offered', '553 5.6.7 no', REFUND)],
  ['a refused login is a refusal of our configuration', refused('auth', reply(535, 'wrong', '5.7.8')), { configurationRefused: '535 5.7.8 wrong', stage: 'auth' }],
  ['a missing login is a refusal of our configuration', refused('mail', reply(530, 'log in', '5.7.0')), { configurationRefused: '530 5.7.0 log in', stage: 'mail' }],
  ['a login that is temporarily unavailable is retried', refused('auth', reply(454, 'busy', '4.7.0')), ended('delayed', 'login_not_available', '454 4.7.0 busy')],
];

describe('Judging an attempt', () => {
  for (const [title, delivery, end] of ROWS)
    it(title, () => {
      expect(resolveDelivery(attempt(), delivery, options)).to.deep.equal(end);
    });

  it('a 250 means delivered with SMTP_DELIVERY=accept, and only sent where a DSN reports the delivery', () => {
    const ok = { code: 250, text: '250 2.0.0 ok' };
    expect(resolveDelivery(attempt(), accepted, options)).to.deep.equal({ result: 'delivered', ...ok });
    const reported = resolveDelivery(attempt(), accepted, { ...options, deliveredBy: 'dsn' });
    expect(reported).to.deep.equal({ result: 'sent', ...ok });
  });

  it('Waits 1, 5, 15 and 30 minutes, 1, 2 and 4 hours, and then 8 hours each between the attempts of a recipient.', () => {
    const minutes = [1, 5, 15, 30, 60, 120, 240, ...Array(8).fill(480)];
    expect(RETRY_DELAYS_MS.map((delayMs) => delayMs / MINUTE_MS)).to.deep.equal(minutes);
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      const end = resolveDelivery(attempt(index + 1), refused('rcpt', greylisted), options);
      expect(end).to.deep.include({ result: 'delayed', nextAttemptAt: later(delayMs) });
    }
  });

  it('Shortens each wait at random by up to a tenth.', () => {
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      for (const random of [0, 0.5, 1]) {
        const delivery = refused('rcpt', greylisted);
        const end = resolveDelivery(attempt(index + 1), delivery, { ...options, random: () => random });
        expect(end).to.deep.include({ nextAttemptAt: later((1 - random / 10) * delayMs) });
      }
    }
  });

  it('the last attempt fails when it was refused or the server could not be reached', () => {
    for (const [delivery, text, last] of [
      [refused('rcpt', greylisted), '451 4.7.1 later', 'The server temporarily refused the message.'],
      [down, 'refused', `${DOWN}: refused`],
    ] as const) {
      const end = resolveDelivery(attempt(RETRY_DELAYS_MS.length + 1), delivery, options);
      const message = `All attempts failed. The last one: ${last}`;
      expect(end).to.include({ result: 'failed', text, reason: 'attempts_used_up', message });
      expect(end).not.to.have.property('nextAttemptAt');
    }
  });

  it('the last attempt stays charged when its content was sent', () => {
    const last = attempt(RETRY_DELAYS_MS.length + 1);
    expect(resolveDelivery(last, lost, options)).not.to.have.property('isRefunded');
    expect(resolveDelivery(last, { ...lost, stage: 'rcpt' }, options)).to.have.property('isRefunded', true);
  });

  it('a demand for a login by the server of a recipient fails the mail, at any stage', () => {
    const direct = { ...options, isDirect: true };
    for (const stage of ['mail', 'rcpt', 'content'] as const) {
      const end = resolveDelivery(attempt(), refused(stage, reply(530, 'log in', '5.7.0')), direct);
      expect(end).to.include({ result: 'failed', reason: 'refused', text: '530 5.7.0 log in' });
    }
  });

  describe('of a mail to a domain that is not in DNS', () => {
    const NO_DOMAIN: AttemptedDelivery = { kind: 'no_such_domain' };
    const since = (absentSince: Date | null, attempts = 1) =>
      resolveDelivery({ recipient: { attempts, absentSince } } as Attempt, NO_DOMAIN, {
        ...options,
        isDirect: true,
      });

    it('is tried again after an hour', () => {
      const expected = {
        result: 'delayed',
        reason: 'unknown_domain',
        nextAttemptAt: later(60 * MINUTE_MS),
        isAbsent: true,
      };
      expect(since(null)).to.deep.include(expected);
      expect(since(later(-59 * MINUTE_MS))).to.deep.include({ ...expected, nextAttemptAt: later(MINUTE_MS) });
    });

    it('bounces when it has been absent for an hour', () => {
      expect(since(later(-60 * MINUTE_MS))).to.include({ result: 'bounced', reason: 'unknown_domain' });
    });

    it('fails with its last attempt, and is refunded', () => {
      const end = since(null, RETRY_DELAYS_MS.length + 1);
      expect(end).to.include({ result: 'failed', reason: 'attempts_used_up', isRefunded: true });
    });
  });

  it('mail is released however often it was tried', () => {
    expect(resolveDelivery(attempt(99), { kind: 'withheld' }, options)).to.have.property(
      'result',
      'returned',
    );
  });
});
