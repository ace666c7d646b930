// Records attempts; the only code that writes the result of a webhook delivery: the message (attempting → success,
// failed, or pending until its next attempt), the attempt, its counter, the endpoint's health and the progress of its
// replay, in one transaction. Each outcome carries the fencing token of its claim. A success with a stale token still
// counts while the message is not delivered, because the endpoint has received it; a failure with a stale token does
// not, because another worker is trying (docs/architecture/guarantees.md#outcomes).
import type { Database } from '../../../../platform/db/connect.ts';
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
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

const MESSAGE_ID = column<AttemptOutcome>('uuid', ({ messageId }) => messageId);

const OUTCOMES: SentColumns<AttemptOutcome> = {
  message_id: MESSAGE_ID,
  token: column('uuid', ({ token }) => token),
  state: column('text', stateAfter),
  next_attempt_at: column('time', ({ nextAttemptAt }) => nextAttemptAt),
  attempt_id: column('uuid', ({ attemptId }) => attemptId),
  account_id: column('uuid', ({ accountId }) => accountId),
  webhook_id: column('uuid', ({ webhookId }) => webhookId),
  status_code: column('smallint', ({ statusCode }) => statusCode),
  error: column('text', ({ error }) => error),
  duration_ms: column('integer', ({ durationMs }) => durationMs),
  response_headers: column('jsonb', ({ responseHeaders }) => responseHeaders),
  response_body: column('longText', ({ responseBody }) => responseBody),
  at: column('time', ({ at }) => at),
};

const SENT_OUTCOMES = sentRows([OUTCOMES]);
const MESSAGE_IDS = `${SENT_OUTCOMES.parameter(MESSAGE_ID)}::uuid[]`;

/**
 * Rows are locked in id order (docs/architecture/guarantees.md#lock-order). Of two outcomes of one message a success
 * wins. The array of keys prevents plans that scan the table (shared/platform/work/work-table-sql.ts).
 */
const WRITE_ATTEMPTS = `
  WITH outcome AS (
    ${SENT_OUTCOMES.select(OUTCOMES, 'number')}
  ), counted AS (
    SELECT outcome.message_id, outcome.state, outcome.next_attempt_at, outcome.number, message.replay_id
    FROM outcome JOIN webhook_messages AS message
      ON message.id = outcome.message_id AND message.id = ANY(${MESSAGE_IDS})
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
                  WHERE message.id = outcome.message_id AND message.id = ANY(${MESSAGE_IDS}))
    ON CONFLICT (id) DO NOTHING RETURNING webhook_id, status_code, created_at
  ), tallied AS (${COUNT_ATTEMPTS}
  )
  UPDATE webhook_messages AS message
  SET state = chosen.state, next_attempt_at = chosen.next_attempt_at,
      claimed_by = NULL, claim_token = NULL, woken_at = NULL,
      replay_id = CASE WHEN chosen.state = 'pending' THEN message.replay_id END
  FROM chosen WHERE message.id = chosen.message_id AND message.id = ANY(${MESSAGE_IDS})
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
    values: SENT_OUTCOMES.values(outcomes),
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

type ChangedHealth = ReturnType<typeof changeOf>;

const CHANGED_ID = column<ChangedHealth>('uuid', ({ id }) => id);

const CHANGES: SentColumns<ChangedHealth> = {
  id: CHANGED_ID,
  failing_since: column('time', ({ failingSince }) => failingSince),
  failures: column('integer', ({ failures }) => failures),
  gone_at: column('time', ({ goneAt }) => goneAt),
  rest_until: column('time', ({ restUntil }) => restUntil),
  reason: column('text', ({ disabled }) => disabled && DISABLED_REASONS[disabled]),
  disabled_at: column('time', ({ disabledAt }) => disabledAt),
  is_noticed: column('boolean', ({ disabled }) => disabled === 'failing'),
  last_failed_id: column('uuid', ({ lastFailedId }) => lastFailedId),
  failing_status: column('smallint', ({ failingStatus }) => failingStatus),
};

const SENT_CHANGES = sentRows([CHANGES]);

const WRITE_HEALTH = `
  UPDATE webhooks
  SET failing_since = changed.failing_since, failing_status = changed.failing_status, failures = changed.failures,
      gone_at = changed.gone_at, rest_until = changed.rest_until,
      status = CASE WHEN changed.reason IS NULL THEN status ELSE 'disabled' END,
      disabled_reason = coalesce(changed.reason, disabled_reason),
      updated_at = coalesce(changed.disabled_at, updated_at),
      notice_due_at = CASE WHEN changed.is_noticed THEN changed.disabled_at ELSE notice_due_at END,
      last_failed_message_id = CASE WHEN changed.failing_since IS NOT NULL
        THEN coalesce(changed.last_failed_id, last_failed_message_id) END
  FROM (${SENT_CHANGES.select(CHANGES)}) AS changed
  WHERE webhooks.id = changed.id AND webhooks.id = ANY(${SENT_CHANGES.parameter(CHANGED_ID)}::uuid[])`;

async function writeHealth(transaction: Transaction, changed: readonly ChangedHealth[]): Promise<void> {
  await transaction.query({
    name: 'write-webhook-health',
    text: WRITE_HEALTH,
    values: SENT_CHANGES.values(changed),
  });
}
