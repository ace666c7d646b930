// Circuit breaker for the mail provider (SMTP relay): it is tripped when the provider rejects our login or
// configuration, and reset when a probe succeeds. It is a row in the database, so that every process sees it: while it
// is tripped, the API refuses new mail, workers leave queued mail alone, and one worker at a time probes the provider.
// The row stores the mail that was rejected and at which SMTP command, because a provider may accept a login and still
// reject its mail: only a probe that repeats the same command shows whether the fault is over.
import type { SmtpStage } from '../../../mail/smtp-reply.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/** Interval between two probes of the provider. */
const PROBE_EVERY = "interval '15 seconds'";

/** The mail that the provider rejected. */
export interface RefusedMail {
  /** The step of the SMTP dialogue: `auth`, `mail`, `rcpt` or `data`. */
  stage: SmtpStage;
  /** The envelope. */
  from: string;
  to: string;
}

/** Trips the circuit breaker, which stops sending. A second trip keeps the first reason. */
export async function tripProviderSwitch(
  database: Queryable,
  reason: string,
  refused?: RefusedMail,
): Promise<void> {
  await database.query(
    `INSERT INTO sending_switches
       (name, reason, refused_stage, refused_from, refused_to, tripped_at, next_probe_at)
     VALUES ('configuration', $1, $2, $3, $4, clock_timestamp(), clock_timestamp() + ${PROBE_EVERY})
     ON CONFLICT (name) DO NOTHING`,
    [reason, refused?.stage, refused?.from, refused?.to],
  );
}

/** Why the circuit breaker is tripped; undefined if it is not. */
export async function findTrippedReason(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ reason: string }>({
    name: 'find-configuration-switch',
    text: `SELECT reason FROM sending_switches WHERE name = 'configuration'`,
  });
  return rows[0]?.reason;
}

/** A probe of the provider that one caller has claimed. */
export interface ClaimedProbe {
  /** The mail to repeat; undefined if none was recorded. */
  refused: RefusedMail | undefined;
}

/** Claims the next probe when it is due. One caller gets it, all others get undefined. */
export async function claimProbe(database: Queryable): Promise<ClaimedProbe | undefined> {
  const { rows } = await database.query<{ stage: SmtpStage | null; from: string; to: string }>(
    `UPDATE sending_switches SET next_probe_at = clock_timestamp() + ${PROBE_EVERY}
     WHERE name = 'configuration' AND next_probe_at <= clock_timestamp()
     RETURNING refused_stage AS stage, refused_from AS from, refused_to AS to`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { stage, from, to } = row;
  return { refused: stage === null ? undefined : { stage, from, to } };
}

/** Resets the circuit breaker, so that sending resumes. */
export async function clearProviderSwitch(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM sending_switches WHERE name = 'configuration'`);
}
