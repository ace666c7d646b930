// Records claimed feedback of providers, in one transaction under its fencing tokens: what follows for the recipients
// (emails/reports/record-report.ts), and that the events are done.
import type { FeedbackResult, ReportOutcome } from '../../../contract/receiving/values.ts';
import { isComplaintType } from '../../../mail/reports/report.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import type { EventCause } from '../emails/events/cause.ts';
import { nextEarlyCheckAt } from '../emails/reports/early.ts';
import { type RecordReportDeps, recordReports } from '../emails/reports/record-report.ts';
import type { RecipientReport, RecordedEffect, ReportEffect } from '../emails/reports/report.ts';
import type { DecideDeps } from '../preferences/decide.ts';
import { unsubscribeRecipient } from './unsubscribe.ts';

/** An event that is done or dropped, for the metrics. */
export interface DoneFeedback {
  provider: string;
  /** `unknown`: nothing that anything follows from. */
  result: FeedbackResult | 'unknown';
  effect: ReportEffect;
}

/** Dependencies of recording. */
export interface RecordFeedbackDeps extends RecordReportDeps, DecideDeps {
  /** Called after the commit, for each event that is done. */
  onDone?(feedback: DoneFeedback): void;
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?(): void;
}

interface ClaimedFeedback {
  id: string;
  provider: string;
  recipientId: string;
  result: FeedbackResult;
  cause: EventCause | null;
  feedbackType: string | null;
  createdAt: Date;
  /** How often it was claimed, with this claim. */
  attempts: number;
}

const UNSUBSCRIBE_MAX_DAYS = 3;

/** The end of a claim. */
interface Ending {
  feedback: ClaimedFeedback;
  /** The effect; null: it is checked again. */
  effect: ReportOutcome | null;
  nextAttemptAt: Date | null;
}

/** Records claimed events. Safe to repeat: one whose token is stale does not change anything. */
export async function recordFeedback(
  deps: RecordFeedbackDeps,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  const { database, onDone, onCommitSent } = deps;
  const unsubscribes = await followUnsubscribes(deps, claims, now);
  await transaction(
    database,
    async (client) => {
      const held = await lock(client, claims);
      const followed = held.flatMap(recipientReportOf);
      const effects = await recordReports(client, deps, followed);
      const effectOf = new Map<string, RecordedEffect>(unsubscribes);
      for (const [index, effect] of effects.entries()) effectOf.set(followed[index]?.reportId ?? '', effect);
      const endings = held.map((feedback) => endingOf(feedback, effectOf.get(feedback.id), now));
      await end(client, endings);
      client.afterCommit(() => {
        for (const { feedback, effect } of endings) if (effect) onDone?.({ ...feedback, effect });
      });
    },
    { ...(onCommitSent && { onCommitSent }) },
  );
}

/** Each in a transaction of its own, before its claim ends: a repeated one changes nothing. @returns what became of them, by id */
async function followUnsubscribes(
  deps: RecordFeedbackDeps,
  claims: readonly Claim[],
  now: Date,
): Promise<Map<string, RecordedEffect>> {
  // The person may have subscribed again since; a provider posts again for a day.
  const { rows } = await deps.database.query<{ id: string; recipientId: string }>({
    name: 'find-unsubscribes-of-feedback',
    text: `SELECT id, recipient_id AS "recipientId" FROM provider_feedback
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) AND result = 'unsubscribed'
             AND coalesce(happened_at, created_at) > created_at - interval '${UNSUBSCRIBE_MAX_DAYS} days' ORDER BY id`,
    values: keysOf(claims),
  });
  const effects = new Map<string, RecordedEffect>();
  for (const { id, recipientId } of rows) effects.set(id, await unsubscribeRecipient(deps, recipientId, now));
  return effects;
}

/** Locks in the order of their ids, in which they arrived. @returns those with a valid claim */
async function lock(client: Transaction, claims: readonly Claim[]): Promise<ClaimedFeedback[]> {
  const { rows } = await client.query<ClaimedFeedback>({
    name: 'lock-provider-feedback',
    text: `SELECT id, provider, recipient_id AS "recipientId", result, cause, feedback_type AS "feedbackType",
                  created_at AS "createdAt", attempts FROM provider_feedback
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: keysOf(claims),
  });
  return rows;
}

function keysOf(claims: readonly Claim[]): unknown[] {
  return [claims.map(({ id }) => id), [...new Set(claims.map(({ token }) => token))]];
}

function recipientReportOf(feedback: ClaimedFeedback): RecipientReport[] {
  const { id: reportId, provider, recipientId, createdAt: at, result, cause, feedbackType } = feedback;
  const about = { reportId, provider, recipientId, at };
  if (result === 'unsubscribed') return [];
  if (result === 'delivered') return [{ ...about, result }];
  if (result === 'complained')
    return isComplaintType(feedbackType) ? [{ ...about, result, feedbackType }] : [];
  return cause ? [{ ...about, result, cause }] : [];
}

/** @param recorded what became of it; undefined: nothing follows from it */
function endingOf(feedback: ClaimedFeedback, recorded: RecordedEffect | undefined, now: Date): Ending {
  const nextAttemptAt = recorded === 'early' ? nextEarlyCheckAt(feedback.attempts, now) : null;
  if (nextAttemptAt) return { feedback, effect: null, nextAttemptAt };
  const effect = recorded ?? 'ignored';
  return { feedback, effect: effect === 'early' ? 'unchanged' : effect, nextAttemptAt: null };
}

async function end(client: Transaction, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  await client.query({
    name: 'end-provider-feedback',
    text: `UPDATE provider_feedback AS feedback
           SET effect = ended.effect, cause = CASE WHEN ended.effect IS DISTINCT FROM 'unknown' THEN cause END, next_attempt_at = ended.next_attempt_at,
               claimed_by = NULL, claim_token = NULL, woken_at = NULL
           FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS ended (id, effect, next_attempt_at)
           WHERE feedback.id = ended.id AND feedback.id = ANY($1::uuid[])`,
    values: [
      endings.map(({ feedback }) => feedback.id),
      endings.map(({ effect }) => effect),
      endings.map(({ nextAttemptAt }) => nextAttemptAt),
    ],
  });
}
