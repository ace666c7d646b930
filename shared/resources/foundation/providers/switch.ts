// Circuit breaker of a provider: it is tripped when the provider rejects our login or configuration, and reset when a
// probe succeeds. It is in the row of the provider, so that every process sees it: while it is tripped, workers do not
// send its mail, and one worker at a time probes it; while no provider accepts mail, the API refuses new mail. The row
// stores the rejected mail and the SMTP command, because a provider may accept a login and still reject its mail: only
// a probe that repeats the same command shows whether the fault is over. A provider that accepts no connection is
// probed too, so that mail returns to it from its failover.
import type { SmtpStage } from '../../../mail/smtp-reply.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { DEFAULT_PROVIDER } from './provider.ts';

/** Interval between two probes of a provider. */
const PROBE_EVERY = "interval '15 seconds'";

/** The mail that a provider rejected. */
export interface RefusedMail {
  /** The step of the SMTP dialogue: `auth`, `mail`, `rcpt` or `data`. */
  stage: SmtpStage;
  /** The envelope. */
  from: string;
  to: string;
}

/** SQL condition: no provider takes mail, and one of them because it refuses us. */
export const ALL_PROVIDERS_REFUSE = `
  EXISTS (SELECT FROM providers WHERE refused_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM providers WHERE refused_at IS NULL AND paused_at IS NULL)`;

/** Trips the circuit breaker of a provider, which holds its mail. A second trip keeps the first reason. */
export async function tripProviderSwitch(
  database: Queryable,
  reason: string,
  refused?: RefusedMail,
  provider: string = DEFAULT_PROVIDER,
): Promise<void> {
  await database.query(
    `UPDATE providers
     SET refused_at = clock_timestamp(), last_refused_at = clock_timestamp(), last_refusal = $2, refused_stage = $3,
         refused_from = $4, refused_to = $5, next_probe_at = clock_timestamp() + ${PROBE_EVERY}
     WHERE name = $1 AND refused_at IS NULL`,
    [provider, reason, refused?.stage, refused?.from, refused?.to],
  );
}

/** Notes that a provider accepts no connection. */
export async function noteUnreachable(database: Queryable, reason: string, provider: string): Promise<void> {
  await database.query(
    `UPDATE providers
     SET unreachable_since = clock_timestamp(), last_refused_at = clock_timestamp(), last_refusal = $2,
         next_probe_at = coalesce(next_probe_at, clock_timestamp() + ${PROBE_EVERY})
     WHERE name = $1 AND unreachable_since IS NULL`,
    [provider, reason],
  );
}

/** Notes that it accepts connections again. */
export async function noteReachable(database: Queryable, provider: string): Promise<void> {
  await database.query(
    'UPDATE providers SET unreachable_since = NULL WHERE name = $1 AND unreachable_since IS NOT NULL',
    [provider],
  );
}

/** Why no provider takes mail; undefined if one does. */
export async function findTrippedReason(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ reason: string }>({
    name: 'find-configuration-switch',
    text: `SELECT last_refusal AS reason FROM providers WHERE refused_at IS NOT NULL AND ${ALL_PROVIDERS_REFUSE}
           ORDER BY refused_at LIMIT 1`,
  });
  return rows[0]?.reason;
}

/** A probe of the provider that one caller has claimed. */
export interface ClaimedProbe {
  /** The mail to repeat; undefined if none was recorded. */
  refused: RefusedMail | undefined;
}

/** Claims the next probe of a provider when it is due. One caller gets it, all others get undefined. */
export async function claimProbe(
  database: Queryable,
  provider: string = DEFAULT_PROVIDER,
): Promise<ClaimedProbe | undefined> {
  const { rows } = await database.query<{ stage: SmtpStage | null; from: string; to: string }>(
    `UPDATE providers SET next_probe_at = clock_timestamp() + ${PROBE_EVERY}
     WHERE name = $1 AND next_probe_at <= clock_timestamp()
       AND (refused_at IS NOT NULL OR unreachable_since IS NOT NULL)
     RETURNING refused_stage AS stage, refused_from AS from, refused_to AS to`,
    [provider],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { stage, from, to } = row;
  return { refused: stage === null ? undefined : { stage, from, to } };
}

/** Resets the circuit breaker of a provider, which has accepted us: its mail is sent again. */
export async function clearProviderSwitch(
  database: Queryable,
  provider: string = DEFAULT_PROVIDER,
): Promise<void> {
  await database.query(
    `UPDATE providers SET refused_at = NULL, refused_stage = NULL, refused_from = NULL, refused_to = NULL,
            unreachable_since = NULL, next_probe_at = NULL
     WHERE name = $1 AND (refused_at IS NOT NULL OR unreachable_since IS NOT NULL)`,
    [provider],
  );
}
