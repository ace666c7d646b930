// The operators' pause of all sending (decisions.md §11): a row, so that every process sees it. The API refuses new
// mail, workers leave queued mail alone, and no try is used up. It ends when operators end it.
import type { Queryable } from '../../platform/db/connect.ts';

/** A pause that is on. */
export interface SendingPause {
  /** For operators; clients are not told. */
  reason: string;
  since: Date;
}

/** Pauses all sending; a second pause goes on since the first and has the newer reason. */
export async function pauseSending(database: Queryable, reason: string): Promise<SendingPause> {
  const { rows } = await database.query<SendingPause>(
    `INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', $1, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET reason = excluded.reason
     RETURNING reason, tripped_at AS since`,
    [reason],
  );
  return rows[0] as SendingPause;
}

/** Ends the pause. @returns whether there was one */
export async function resumeSending(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query(`DELETE FROM sending_switches WHERE name = 'pause'`);
  return rowCount === 1;
}

/** The pause, if it is on. */
export async function findSendingPause(database: Queryable): Promise<SendingPause | undefined> {
  const { rows } = await database.query<SendingPause>({
    name: 'find-sending-pause',
    text: `SELECT reason, tripped_at AS since FROM sending_switches WHERE name = 'pause'`,
  });
  return rows[0];
}
