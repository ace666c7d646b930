// The switch that stops all sending while the provider refuses our login or configuration (decisions.md §11). It is
// a row, so that every process sees it: the API refuses new mail, workers leave queued mail alone, and one worker
// at a time probes the provider until it accepts us again. The row keeps which mail was refused where, because a
// provider may accept a login and refuse its mail: only who asks for the same learns whether that is over.
import type { SmtpStage } from '../../mail/smtp-reply.ts';
import type { Queryable } from '../../platform/db/connect.ts';

/** Between two probes of the provider. */
const PROBE_EVERY = "interval '15 seconds'";

/** The mail that the provider has refused. */
export interface RefusedMail {
  /** Where in the dialogue: `auth`, `mail`, `rcpt` or `data`. */
  stage: SmtpStage;
  /** Its envelope. */
  from: string;
  to: string;
}

/** Stops sending; a second trip keeps the first reason. */
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

/** Why sending is stopped; undefined when it is not. */
export async function findTrippedReason(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ reason: string }>({
    name: 'find-configuration-switch',
    text: `SELECT reason FROM sending_switches WHERE name = 'configuration'`,
  });
  return rows[0]?.reason;
}

/** What the one caller is told that is to probe the provider now. */
export interface ClaimedProbe {
  /** Undefined: nobody noted it. */
  refused: RefusedMail | undefined;
}

/** Answers one caller that it is to probe the provider now, and undefined all others. */
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

/** Lets sending go on. */
export async function clearProviderSwitch(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM sending_switches WHERE name = 'configuration'`);
}
