// Decides what a delivery attempt means for its recipient. The transport reports what happened on the wire, the table
// of shared/mail/smtp-outcome.ts says what a reply means (bounce classification), and the retry schedule says when to
// try again.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../shared/contract/emails/reasons.ts';
import type { ReplyEffect } from '../../shared/mail/providers/reply-effect.ts';
import { retryDelayMs } from '../../shared/mail/retry-schedule.ts';
import { type SmtpOutcome, smtpOutcomeOf } from '../../shared/mail/smtp-outcome.ts';
import type { SmtpStage } from '../../shared/mail/smtp-reply.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';
import type { DeliveryKind } from '../../shared/resources/foundation/providers/provider.ts';
import { dueTimeOf } from '../../shared/resources/messaging/emails/delivery/held/held-mail.ts';
import { withoutAddress } from '../transports/smtp/failure.ts';
import { describeReply } from '../transports/smtp/replies/reply.ts';
import type { AttemptedDelivery, Unreachable } from '../transports/transport.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { hasWaitedOut } from './resting.ts';

/** The provider refused our login or configuration: not the fault of the recipient, so it costs no attempt. */
export interface ConfigurationRefused {
  configurationRefused: string;
  stage: SmtpStage;
}

/** The inputs of the decision. */
export interface ResolveOptions {
  /**
   * What counts as a delivery: the 250 of the next hop (`accept`), its delivery report (`dsn`), or its later feedback
   * (`feedback`).
   */
  deliveredBy: DeliveryKind;
  /** The recipient's own server has answered, not a relay. */
  isDirect: boolean;
  now: Date;
  random(): number;
}

/** Decides how an attempt ended. */
export function resolveDelivery(
  attempt: Attempt,
  delivery: AttemptedDelivery,
  options: ResolveOptions,
): AttemptEnd | ConfigurationRefused {
  switch (delivery.kind) {
    case 'accepted': {
      const result = options.deliveredBy === 'accept' ? 'delivered' : 'sent';
      return { result, code: delivery.reply.code, text: describeReply(delivery.reply) };
    }
    case 'no_such_domain':
      return resolveAbsence(attempt, options);
    case 'withheld':
      return release('Posthorn held the message before sending it.', options);
    case 'unreachable':
      // Without a connection, nothing was tried.
      if (delivery.stage === 'queue') return release(delivery.reason, options);
      return refundBeforeData(resolveSilence(attempt, delivery, options), delivery.stage);
    case 'refused':
      return refundBeforeData(resolveRefusal(attempt, delivery, options), delivery.stage);
  }
}

/**
 * Refunds a failure if nothing of the message was sent (docs/reference/limits.md#quotas). The last one of several tries
 * decides.
 */
export function refundBeforeData<End extends AttemptEnd | ConfigurationRefused>(
  end: End,
  stage: SmtpStage,
): End {
  const isRefunded = 'result' in end && end.result === 'failed' && stage !== 'content';
  return isRefunded ? { ...end, isRefunded } : end;
}

function release(text: string, { now }: ResolveOptions): AttemptEnd {
  return { result: 'returned', text, nextAttemptAt: now };
}

function resolveSilence(
  attempt: Attempt,
  { reason: text, server, uncertain }: Unreachable,
  options: ResolveOptions,
): AttemptEnd {
  const reason = uncertain ? 'answer_lost' : 'connection_failed';
  const message = describeSilence(EMAIL_EVENT_REASONS[reason], text);
  return tryAgain(attempt, { reason, message, text, ...(server !== undefined && { server }) }, options);
}

/** A name may be missing for a moment, while its zone is changed. */
const ABSENT_FOR_MS = HOUR_MS;
const NO_SUCH_DOMAIN =
  'The domain of the address does not exist, or has neither a mail server nor an IP address.';

function resolveAbsence(attempt: Attempt, options: ResolveOptions): AttemptEnd {
  const { now } = options;
  const since = attempt.recipient.absentSince ?? now;
  const againAt = new Date(since.getTime() + ABSENT_FOR_MS);
  const absence = { reason: 'unknown_domain', text: NO_SUCH_DOMAIN, message: NO_SUCH_DOMAIN } as const;
  if (now >= againAt) return { result: 'bounced', ...absence };
  const end = refundBeforeData(tryAgain(attempt, absence, options), 'connect');
  return end.result === 'delayed' ? { ...end, nextAttemptAt: againAt, isAbsent: true } : end;
}

function describeSilence(sentence: string, text: string): string {
  return `${sentence.replace(/\.$/, '')}: ${withoutAddress(text)}`;
}

function resolveRefusal(
  attempt: Attempt,
  { stage, reply, server, effect }: Extract<AttemptedDelivery, { kind: 'refused' }>,
  options: ResolveOptions,
): AttemptEnd | ConfigurationRefused {
  const outcome = smtpOutcomeOf(stage, reply);
  const words = reply.isOurs ? { text: reply.text } : { code: reply.code, text: describeReply(reply) };
  const answer = { ...words, ...(server !== undefined && { server }) };
  const byProvider = resolveReplyEffect(attempt, effect, answer, options);
  if (byProvider) return byProvider;
  // We log in to no server of a recipient, so one that wants a login refuses this mail.
  if (options.isDirect && isAboutLogin(outcome)) return { result: 'failed', ...answer, reason: 'refused' };
  switch (outcome.kind) {
    case 'configuration':
      return { configurationRefused: answer.text, stage };
    case 'bounce':
      return { result: 'bounced', ...answer, reason: outcome.reason };
    case 'fail':
      return { result: 'failed', ...answer, reason: outcome.reason };
    case 'retry':
      return tryAgain(attempt, { ...answer, reason: outcome.reason }, options);
    case 'delivered-to-next-hop':
      throw new Error('A refusal cannot mean that the message was accepted.');
  }
}

/**
 * The effect of a mailbox provider's reply about all of our mail, which is not a verdict on the recipient; undefined:
 * the reply is not of this kind, or its code decides.
 */
function resolveReplyEffect(
  attempt: Attempt,
  effect: ReplyEffect | undefined,
  answer: Omit<Failure, 'reason'>,
  options: ResolveOptions,
): AttemptEnd | undefined {
  switch (effect?.kind) {
    case 'blocked': {
      const reason = 'address_blocked';
      if (hasWaitedOut(dueTimeOf(attempt.email), options.now)) return { result: 'failed', ...answer, reason };
      return tryAgain(attempt, { ...answer, reason }, options);
    }
    case 'unauthenticated': {
      const message = `${EMAIL_EVENT_REASONS.policy_refused} ${describeCompliance(attempt.email.domain.id)}`;
      return { result: 'failed', ...answer, reason: 'policy_refused', message };
    }
    case 'rest':
    case 'slow':
      if (answer.code === undefined || answer.code < 500) return undefined;
      return tryAgain(attempt, { ...answer, reason: 'service_not_available' }, options);
    case undefined:
      return undefined;
  }
}

function describeCompliance(domainId: string): string {
  return `The server requires valid SPF, DKIM and DMARC of the domain. GET /domains/${domainId}/compliance shows what is missing.`;
}

function isAboutLogin({ kind, reason }: SmtpOutcome): boolean {
  return kind === 'configuration' || reason === 'login_required';
}

/** The cause of a failed attempt. */
type Failure = Pick<AttemptEnd, 'code' | 'text' | 'message' | 'server'> & { reason: EmailEventReason };

/** Retries later, or fails if all attempts are used up (docs/architecture/guarantees.md#retries). */
export function tryAgain(
  { recipient }: Attempt,
  failure: Failure,
  { now, random }: Pick<ResolveOptions, 'now' | 'random'>,
): AttemptEnd {
  const delayMs = retryDelayMs(recipient.attempts, random);
  if (delayMs === undefined) return { result: 'failed', ...failure, ...usedUp(failure) };
  return { result: 'delayed', ...failure, nextAttemptAt: new Date(now.getTime() + delayMs) };
}

/** The last failure explains why no attempt succeeded. */
function usedUp({ reason, message: last = EMAIL_EVENT_REASONS[reason] }: Failure) {
  return {
    reason: 'attempts_used_up',
    message: `${EMAIL_EVENT_REASONS.attempts_used_up} The last one: ${last}`,
  } as const;
}
