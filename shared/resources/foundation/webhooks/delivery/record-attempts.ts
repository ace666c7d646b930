// Records attempts; the only code that writes the result of a webhook delivery: the message (attempting → success,
// failed, or pending until its next attempt), the attempt, its counter, the endpoint's health and what its replay has come
// to, in one transaction. Each outcome carries the fencing token of its claim. A success with a stale token still counts
// while the message is not delivered, because the endpoint has received it; a failure with a stale token does not, because
// another worker is trying (docs/architecture/guarantees.md#outcomes).
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { sinceResumptionSql } from '../../../../platform/work/suspensions/suspended.ts';
import type { WebhookMessageState } from '../webhook.ts';
import { COUNT_ATTEMPTS } from './counters.ts';
import { DISABLED_REASONS, healthAfter, type WebhookHealth } from './health.ts';
import type { PostedMessage } from './post-message.ts';
import { countReplayed, type ReplayedMessage } from './replay-counters.ts';

/** One attempt and the resulting state of its message. */
export interface AttemptOutcome extends PostedMessage {
  /** Id of the attempt, made before it is written, so that writing it twice stores it once. */
  attemptId: string;
  messageId: string;
  token: string;
  accountId: string;
  webhookId: string;
  at: Date;
  /** Null: delivered, or failed permanently. */
  nextAttemptAt: Date | null;
}

/** The state of a message after an attempt. */
export function stateAfter({
  isDelivered,
  nextAttemptAt,
}: Pick<AttemptOutcome, 'isDelivered' | 'nextAttemptAt'>): Exclude<WebhookMessageState, 'attempting'> {
  if (isDelivered) return 'success';
  return nextAttemptAt ? 'pending' : 'failed';
}

type HealthRow = WebhookHealth & { id: string };

/** Writes attempts. Safe to repeat. */
export async function recordAttempts(database: Database, outcomes: readonly AttemptOutcome[]): Promise<void> {
  await transaction(database, async (client) => {
    const [counted, health] = await Promise.all([
      writeAttempts(client, outcomes),
      lockHealth(client, outcomes),
    ]);
    const changed = health.map((before) => changeOf(before, counted));
    if (changed.length > 0) await writeHealth(client, changed);
    await countReplayed(client, endedOfReplays(counted));
  });
}

/**
 * Rows are locked in id order (docs/architecture/guarantees.md#lock-order). Of two outcomes of one message a success
 * wins. The array of keys prevents plans that scan the table (shared/platform/work/work-table-sql.ts).
 */
const WRITE_ATTEMPTS = `
  WITH outcome AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::uuid[],
                         $8::smallint[], $9::text[], $10::integer[], $11::jsonb[], $12::text[], $13::timestamptz[])
      WITH ORDINALITY AS outcome (message_id, token, state, next_attempt_at, attempt_id, account_id, webhook_id,
                                  status_code, error, duration_ms, response_headers, response_body, at, number)
  ), counted AS (
    SELECT outcome.message_id, outcome.state, outcome.next_attempt_at, outcome.number, message.replay_id
    FROM outcome JOIN webhook_messages AS message
      ON message.id = outcome.message_id AND message.id = ANY($1::uuid[])
        AND (message.claim_token = outcome.token OR (outcome.state = 'success' AND message.state <> 'success'))
    ORDER BY message.id, outcome.state = 'success' DESC, outcome.number
    FOR NO KEY UPDATE OF message
  ), chosen AS (
    SELECT DISTINCT ON (message_id) * FROM counted ORDER BY message_id, state = 'success' DESC, number
  ), attempted AS (
    INSERT INTO webhook_attempts (id, account_id, webhook_id, message_id, status_code, error, duration_ms,
                                  response_headers, response_body, created_at)
    SELECT attempt_id, account_id, webhook_id, message_id, status_code, error, duration_ms,
           response_headers, response_body, at
    FROM outcome
    -- Its account may have been deleted since.
    WHERE EXISTS (SELECT FROM webhook_messages AS message
                  WHERE message.id = outcome.message_id AND message.id = ANY($1::uuid[]))
    ON CONFLICT (id) DO NOTHING RETURNING webhook_id, status_code, created_at
  ), tallied AS (${COUNT_ATTEMPTS}
  )
  UPDATE webhook_messages AS message
  SET state = chosen.state, next_attempt_at = chosen.next_attempt_at,
      claimed_by = NULL, claim_token = NULL, woken_at = NULL,
      replay_id = CASE WHEN chosen.state = 'pending' THEN message.replay_id END
  FROM chosen WHERE message.id = chosen.message_id AND message.id = ANY($1::uuid[])
  RETURNING chosen.number::integer, chosen.replay_id AS "replayId"`;

/** An outcome that counts. */
interface CountedOutcome extends AttemptOutcome {
  /** The replay for which its message has waited. */
  replayId: string | null;
}

/**
 * Writes attempts and the state of their messages.
 * @returns the outcomes that count
 */
async function writeAttempts(
  transaction: Transaction,
  outcomes: readonly AttemptOutcome[],
): Promise<CountedOutcome[]> {
  const { rows } = await transaction.query<{ number: number; replayId: string | null }>({
    name: 'record-webhook-attempts',
    text: WRITE_ATTEMPTS,
    values: [
      outcomes.map(({ messageId }) => messageId),
      outcomes.map(({ token }) => token),
      outcomes.map(stateAfter),
      outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
      outcomes.map(({ attemptId }) => attemptId),
      outcomes.map(({ accountId }) => accountId),
      outcomes.map(({ webhookId }) => webhookId),
      outcomes.map(({ statusCode }) => statusCode),
      outcomes.map(({ error }) => error),
      outcomes.map(({ durationMs }) => durationMs),
      outcomes.map(({ responseHeaders }) => responseHeaders && JSON.stringify(responseHeaders)),
      outcomes.map(({ responseBody }) => responseBody),
      outcomes.map(({ at }) => at),
    ],
  });
  const replays = new Map(rows.map(({ number, replayId }) => [number, replayId]));
  return outcomes.flatMap((outcome, index) => {
    const replayId = replays.get(index + 1);
    return replayId === undefined ? [] : { ...outcome, replayId };
  });
}

/** The messages that have ended, of those that waited for a replay. */
function endedOfReplays(counted: readonly CountedOutcome[]): ReplayedMessage[] {
  return counted.flatMap((outcome) => {
    const { replayId, isDelivered, at } = outcome;
    if (replayId === null || stateAfter(outcome) === 'pending') return [];
    return { replayId, became: isDelivered ? 'delivered' : 'failed', at };
  });
}

/**
 * Locks the endpoints whose health changes: those that failed now, and those that had failed before. Most have done
 * neither.
 */
async function lockHealth(
  transaction: Transaction,
  outcomes: readonly AttemptOutcome[],
): Promise<HealthRow[]> {
  const { rows } = await transaction.query<HealthRow>({
    name: 'lock-webhook-health',
    text: `SELECT id, ${sinceResumptionSql('failing_since', 'webhooks.account_id')} AS "failingSince", failing_status AS "failingStatus", failures,
                  gone_at AS "goneAt", rest_until AS "restUntil"
           FROM webhooks
           WHERE id = ANY($1::uuid[]) AND (failures > 0 OR id = ANY($2::uuid[])) AND status = 'enabled'
           ORDER BY id FOR NO KEY UPDATE`,
    values: [
      [...new Set(outcomes.map(({ webhookId }) => webhookId))],
      [...new Set(outcomes.filter(({ isDelivered }) => !isDelivered).map(({ webhookId }) => webhookId))],
    ],
  });
  return rows;
}

function changeOf(before: HealthRow, counted: readonly AttemptOutcome[]) {
  const answers = counted.filter(({ webhookId }) => webhookId === before.id);
  const inOrder = answers.sort((one, other) => one.at.getTime() - other.at.getTime());
  const { health, disabled } = healthAfter(before, inOrder);
  const disabledAt = disabled ? (inOrder.at(-1)?.at ?? null) : null;
  const lastFailedId = inOrder.findLast(({ isDelivered }) => !isDelivered)?.messageId ?? null;
  return { ...health, id: before.id, disabled, disabledAt, lastFailedId };
}

async function writeHealth(
  transaction: Transaction,
  changed: readonly ReturnType<typeof changeOf>[],
): Promise<void> {
  await transaction.query({
    name: 'write-webhook-health',
    text: `UPDATE webhooks
           SET failing_since = changed.failing_since, failing_status = changed.failing_status, failures = changed.failures,
               gone_at = changed.gone_at, rest_until = changed.rest_until,
               status = CASE WHEN changed.reason IS NULL THEN status ELSE 'disabled' END,
               disabled_reason = coalesce(changed.reason, disabled_reason),
               updated_at = coalesce(changed.disabled_at, updated_at),
               notice_due_at = CASE WHEN changed.is_noticed THEN changed.disabled_at ELSE notice_due_at END,
               last_failed_message_id = CASE WHEN changed.failing_since IS NOT NULL
                 THEN coalesce(changed.last_failed_id, last_failed_message_id) END
           FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::text[],
                       $7::timestamptz[], $8::boolean[], $9::uuid[], $10::smallint[])
             AS changed (id, failing_since, failures, gone_at, rest_until, reason, disabled_at, is_noticed,
                         last_failed_id, failing_status)
           WHERE webhooks.id = changed.id AND webhooks.id = ANY($1::uuid[])`,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ failingSince }) => failingSince),
      changed.map(({ failures }) => failures),
      changed.map(({ goneAt }) => goneAt),
      changed.map(({ restUntil }) => restUntil),
      changed.map(({ disabled }) => (disabled ? DISABLED_REASONS[disabled] : null)),
      changed.map(({ disabledAt }) => disabledAt),
      changed.map(({ disabled }) => disabled === 'failing'),
      changed.map(({ lastFailedId }) => lastFailedId),
      changed.map(({ failingStatus }) => failingStatus),
    ],
  });
}
