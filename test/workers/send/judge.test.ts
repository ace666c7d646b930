// Every way in which an attempt can end, and what it means: one row each.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Attempt } from '../../../workers/send/attempt.ts';
import { judge } from '../../../workers/send/judge.ts';
import type { Delivery } from '../../../workers/transports/transport.ts';

const NOW = new Date('2026-02-03T04:05:06.000Z');
const MINUTE_MS = 60_000;
const options = { deliveredBy: 'accept', now: NOW, random: () => 0 } as const;

/** Only the fields that `judge` reads. */
const attempt = (attempts = 1) => ({ recipient: { attempts } }) as Attempt;
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const server = 'mx.customer.dev';
const refused = (stage: SmtpStage, reply: SmtpReply): Delivery => ({ kind: 'refused', stage, reply, server });

const accepted: Delivery = { kind: 'accepted', reply: { code: 250, enhanced: '2.0.0', text: 'ok' } };
const greylisted: SmtpReply = { code: 451, enhanced: '4.7.1', text: 'later' };

const ROWS: { title: string; delivery: Delivery; end: object }[] = [
  {
    title: 'a 4xx to the recipient is retried',
    delivery: refused('rcpt', greylisted),
    end: {
      reason: 'temporary_failure',
      server,
      result: 'delayed',
      code: 451,
      text: '451 4.7.1 later',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
  {
    title: 'a 4xx to the content is retried',
    delivery: refused('content', { code: 452, text: 'full' }),
    end: {
      reason: 'temporary_failure',
      server,
      result: 'delayed',
      code: 452,
      text: '452 full',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
  {
    title: 'a greeting that refuses us is retried',
    delivery: refused('greeting', { code: 554, text: 'blocked' }),
    end: {
      reason: 'connection_refused',
      server,
      result: 'delayed',
      code: 554,
      text: '554 blocked',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
  {
    title: 'a server that cannot be reached is retried',
    delivery: { kind: 'unreachable', stage: 'connect', reason: 'refused', server },
    end: {
      reason: 'connection_failed',
      message: 'The server could not be reached, or the connection was lost: refused',
      server,
      result: 'delayed',
      text: 'refused',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
  {
    title: 'a lost reply to the content is retried',
    delivery: { kind: 'unreachable', stage: 'content', reason: 'lost', uncertain: true },
    end: {
      reason: 'answer_lost',
      result: 'delayed',
      message: 'The connection was lost before the server confirmed the message: lost',
      text: 'lost',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
  {
    title: 'mail that never got a connection is released',
    delivery: { kind: 'unreachable', stage: 'queue', reason: 'closing' },
    end: { result: 'returned', text: 'closing', nextAttemptAt: NOW },
  },
  {
    title: 'mail that was withheld is released',
    delivery: { kind: 'withheld' },
    end: {
      result: 'returned',
      text: 'Posthorn held the message back before sending it.',
      nextAttemptAt: NOW,
    },
  },
  {
    title: 'an unknown address bounces',
    delivery: refused('rcpt', { code: 550, enhanced: '5.1.1', text: 'no such user' }),
    end: { reason: 'unknown_mailbox', server, result: 'bounced', code: 550, text: '550 5.1.1 no such user' },
  },
  {
    title: 'an unknown address bounces when the server says so after the content',
    delivery: refused('content', { code: 550, text: 'user unknown' }),
    end: { reason: 'unknown_mailbox', server, result: 'bounced', code: 550, text: '550 user unknown' },
  },
  {
    title: 'a refusal by policy fails',
    delivery: refused('rcpt', { code: 550, enhanced: '5.7.1', text: 'spam' }),
    end: {
      reason: 'policy_refused',
      server,
      result: 'failed',
      code: 550,
      text: '550 5.7.1 spam',
      isRefunded: true,
    },
  },
  {
    title: 'a refusal of the content fails, and stays charged',
    delivery: refused('content', { code: 554, enhanced: '5.7.1', text: 'spam' }),
    end: { reason: 'policy_refused', server, result: 'failed', code: 554, text: '554 5.7.1 spam' },
  },
  {
    title: 'a refusal of the sender fails',
    delivery: refused('mail', { code: 550, text: 'user unknown' }),
    end: {
      reason: 'sender_refused',
      server,
      result: 'failed',
      code: 550,
      text: '550 user unknown',
      isRefunded: true,
    },
  },
  {
    title: 'a full mailbox fails',
    delivery: refused('rcpt', { code: 552, enhanced: '5.2.2', text: 'full' }),
    end: {
      reason: 'mailbox_full',
      server,
      result: 'failed',
      code: 552,
      text: '552 5.2.2 full',
      isRefunded: true,
    },
  },
  {
    title: 'a server without SMTPUTF8 fails',
    delivery: refused('mail', { code: 553, enhanced: '5.6.7', text: 'no' }),
    end: {
      reason: 'smtputf8_not_offered',
      server,
      result: 'failed',
      code: 553,
      text: '553 5.6.7 no',
      isRefunded: true,
    },
  },
  {
    title: 'a refused login is a refusal of our configuration',
    delivery: refused('auth', { code: 535, enhanced: '5.7.8', text: 'wrong' }),
    end: { configurationRefused: '535 5.7.8 wrong', stage: 'auth' },
  },
  {
    title: 'a missing login is a refusal of our configuration',
    delivery: refused('mail', { code: 530, enhanced: '5.7.0', text: 'log in' }),
    end: { configurationRefused: '530 5.7.0 log in', stage: 'mail' },
  },
  {
    title: 'a login that is temporarily unavailable is retried',
    delivery: refused('auth', { code: 454, enhanced: '4.7.0', text: 'busy' }),
    end: {
      reason: 'login_not_available',
      server,
      result: 'delayed',
      code: 454,
      text: '454 4.7.0 busy',
      nextAttemptAt: later(MINUTE_MS),
    },
  },
];

describe('Judging an attempt', () => {
  for (const { title, delivery, end } of ROWS) {
    it(title, () => {
      expect(judge(attempt(), delivery, options)).to.deep.equal(end);
    });
  }

  it('a 250 means delivered with SMTP_DELIVERY=accept', () => {
    expect(judge(attempt(), accepted, options)).to.deep.equal({
      result: 'delivered',
      code: 250,
      text: '250 2.0.0 ok',
    });
  });

  it('a 250 means only sent where a DSN reports the delivery', () => {
    expect(judge(attempt(), accepted, { ...options, deliveredBy: 'dsn' })).to.deep.equal({
      result: 'sent',
      code: 250,
      text: '250 2.0.0 ok',
    });
  });

  it('Waits 1, 5, 15 and 30 minutes, 1, 2 and 4 hours, and then 8 hours each between the attempts of a recipient.', () => {
    const minutes = [1, 5, 15, 30, 60, 120, 240, ...Array(8).fill(480)];
    expect(RETRY_DELAYS_MS.map((delayMs) => delayMs / MINUTE_MS)).to.deep.equal(minutes);
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      const end = judge(attempt(index + 1), refused('rcpt', greylisted), options);
      expect(end).to.deep.include({ result: 'delayed', nextAttemptAt: later(delayMs) });
    }
  });

  it('Shortens each wait at random by up to a tenth.', () => {
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      for (const [random, part] of [
        [0, 1],
        [0.5, 0.95],
        [1, 0.9],
      ] as const) {
        const delivery = refused('rcpt', greylisted);
        const end = judge(attempt(index + 1), delivery, { ...options, random: () => random });
        expect(end).to.deep.include({ nextAttemptAt: later(part * delayMs) });
      }
    }
  });

  for (const delivery of [
    refused('rcpt', greylisted),
    { kind: 'unreachable', stage: 'connect', reason: 'refused' } as const,
  ]) {
    it(`the last attempt fails when it was ${delivery.kind}`, () => {
      const end = judge(attempt(RETRY_DELAYS_MS.length + 1), delivery, options);
      expect(end).to.have.property('result', 'failed');
      const [text, last] =
        delivery.kind === 'refused'
          ? ['451 4.7.1 later', 'The server refused the message for the moment.']
          : ['refused', 'The server could not be reached, or the connection was lost: refused'];
      const message = `All attempts have failed. The last one: ${last}`;
      expect(end).to.include({ text, reason: 'attempts_used_up', message });
      expect(end).not.to.have.property('nextAttemptAt');
    });
  }

  it('the last attempt stays charged when its content was sent', () => {
    const delivery = { kind: 'unreachable', stage: 'content', reason: 'lost', uncertain: true } as const;
    const last = attempt(RETRY_DELAYS_MS.length + 1);
    expect(judge(last, delivery, options)).not.to.have.property('isRefunded');
    expect(judge(last, { ...delivery, stage: 'rcpt' }, options)).to.have.property('isRefunded', true);
  });

  it('mail is released however often it was tried', () => {
    expect(judge(attempt(99), { kind: 'withheld' }, options)).to.have.property('result', 'returned');
  });
});
