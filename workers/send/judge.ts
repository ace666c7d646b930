// Decides what a delivery attempt means for its recipient. The transport reports what happened on the wire, the table
// of shared/mail/smtp-outcome.ts says what a reply means (bounce classification), and the retry schedule says when to
// try again.
import { retryDelayMs } from '../../shared/mail/retry-schedule.ts';
import { smtpOutcomeOf } from '../../shared/mail/smtp-outcome.ts';
import type { SmtpStage } from '../../shared/mail/smtp-reply.ts';
import { describeReply } from '../transports/smtp/replies/reply.ts';
import type { Delivery } from '../transports/transport.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** The provider refused our login or configuration: not the fault of the recipient, so it costs no attempt. */
export interface ConfigurationRefused {
  configurationRefused: string;
  stage: SmtpStage;
}

/** What the decision depends on. */
export interface JudgeOptions {
  /** Whether the 250 of the next hop (`accept`) or its delivery report (`dsn`) counts as delivered. */
  deliveredBy: 'accept' | 'dsn';
  now: Date;
  random(): number;
}

/** Decides how an attempt ended. */
export function judge(
  attempt: Attempt,
  delivery: Delivery,
  options: JudgeOptions,
): AttemptEnd | ConfigurationRefused {
  switch (delivery.kind) {
    case 'accepted': {
      const result = options.deliveredBy === 'accept' ? 'delivered' : 'sent';
      return { result, code: delivery.reply.code, text: describeReply(delivery.reply) };
    }
    case 'withheld':
      return giveBack('Posthorn held the message back before sending it.', options);
    case 'unreachable':
      // Without a connection, nothing was tried.
      if (delivery.stage === 'queue') return giveBack(delivery.reason, options);
      return refundBeforeData(tryAgain(attempt, { text: delivery.reason }, options), delivery.stage);
    case 'refused':
      return refundBeforeData(judgeRefusal(attempt, delivery, options), delivery.stage);
  }
}

/**
 * Refunds a failure if nothing of the message was sent (docs/reference/limits.md#quotas). Of several tries the last
 * one decides.
 */
export function refundBeforeData<End extends AttemptEnd | ConfigurationRefused>(
  end: End,
  stage: SmtpStage,
): End {
  const isRefunded = 'result' in end && end.result === 'failed' && stage !== 'content';
  return isRefunded ? { ...end, isRefunded } : end;
}

function giveBack(text: string, { now }: JudgeOptions): AttemptEnd {
  return { result: 'returned', text, nextAttemptAt: now };
}

function judgeRefusal(
  attempt: Attempt,
  { stage, reply }: Extract<Delivery, { kind: 'refused' }>,
  options: JudgeOptions,
): AttemptEnd | ConfigurationRefused {
  const { code } = reply;
  const words = describeReply(reply);
  switch (smtpOutcomeOf(stage, reply).kind) {
    case 'configuration':
      return { configurationRefused: words, stage };
    case 'bounce':
      return { result: 'bounced', code, text: words };
    case 'fail':
      return { result: 'failed', code, text: words };
    case 'retry':
    case 'delivered-to-next-hop':
      return tryAgain(attempt, { code, text: words }, options);
  }
}

/** Retries later, or fails if all attempts are used up (docs/architecture/guarantees.md#retries). */
export function tryAgain(
  { recipient }: Attempt,
  reply: { code?: number; text: string },
  { now, random }: Pick<JudgeOptions, 'now' | 'random'>,
): AttemptEnd {
  const delayMs = retryDelayMs(recipient.attempts, random);
  if (delayMs === undefined)
    return { result: 'failed', ...reply, text: `All attempts are used up. ${reply.text}` };
  return { result: 'delayed', ...reply, nextAttemptAt: new Date(now.getTime() + delayMs) };
}
