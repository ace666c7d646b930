// The kill switch: operators pause all sending (npm run ops). It is a row in the database, so that every process sees
// it. The API refuses new mail and workers do not send queued mail, without using up an attempt, until an operator
// resumes sending (docs/reference/limits.md#stopped-sending).
import type { Queryable } from '../../../platform/db/connect.ts';

/** A pause that is in effect. */
export interface SendingPause {
  /** For operators; clients do not see it. */
  reason: string;
  since: Date;
}

/** Pauses all sending. Pausing again keeps the start time and replaces the reason. */
export async function pauseSending(database: Queryable, reason: string): Promise<SendingPause> {
  const { rows } = await database.query<SendingPause>(
    `INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', $1, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET reason = excluded.reason
     RETURNING reason, tripped_at AS since`,
    [reason],
  );
  return rows[0] as SendingPause;
}

/**
 * Ends the pause.
 * @returns whether sending was paused
 */
export async function resumeSending(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query(`DELETE FROM sending_switches WHERE name = 'pause'`);
  return rowCount === 1;
}

/** The pause, if sending is paused. */
export async function findSendingPause(database: Queryable): Promise<SendingPause | undefined> {
  const { rows } = await database.query<SendingPause>({
    name: 'find-sending-pause',
    text: `SELECT reason, tripped_at AS since FROM sending_switches WHERE name = 'pause'`,
  });
  return rows[0];
}
