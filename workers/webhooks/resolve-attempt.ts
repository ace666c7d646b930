// Decides what the response of an endpoint means for a message: delivered, retry, or failed. A pure function.
import type { ClaimedMessage } from '../../shared/resources/foundation/webhooks/delivery/claim-messages.ts';
import type { PostedMessage } from '../../shared/resources/foundation/webhooks/delivery/post-message.ts';
import type { AttemptOutcome } from '../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { nextAttemptAt } from '../../shared/resources/foundation/webhooks/delivery/retry-schedule.ts';

/** An attempt that ended before anything was sent, because of an error on our side. */
export const NOT_SIGNED: PostedMessage = {
  isDelivered: false,
  statusCode: null,
  error: 'The message could not be signed.',
  durationMs: 0,
  responseHeaders: null,
  responseBody: null,
};

/** Id and time of the attempt, and the randomness for the jitter of its retry. */
export interface AttemptContext {
  attemptId: string;
  at: Date;
  /** A number from 0 up to 1. */
  random: number;
}

/** @returns the outcome of an attempt, as it is recorded */
export function resolveAttempt(
  message: Pick<ClaimedMessage, 'id' | 'token' | 'accountId' | 'webhookId' | 'attempts'>,
  posted: PostedMessage,
  { attemptId, at, random }: AttemptContext,
): AttemptOutcome {
  const { id: messageId, token, accountId, webhookId, attempts } = message;
  const retryAfter = posted.responseHeaders?.['retry-after'];
  const failed = { attempts, statusCode: posted.statusCode, retryAfter, at, random };
  return {
    ...posted,
    attemptId,
    messageId,
    token,
    accountId,
    webhookId,
    at,
    nextAttemptAt: posted.isDelivered ? null : nextAttemptAt(failed),
  };
}
