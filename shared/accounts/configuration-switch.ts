// The switch that stops all sending while the provider refuses our login or configuration (decisions.md §11). It is
// a row, so that every process sees it: the API refuses new mail, workers leave queued mail alone, and one worker
// at a time probes the provider until it accepts us again.
import type { Queryable } from '../db/connect.ts';

/** Between two probes of the provider. */
const PROBE_EVERY = "interval '15 seconds'";

/** Stops sending; a second trip keeps the first reason. */
export async function tripConfigurationSwitch(database: Queryable, reason: string): Promise<void> {
  await database.query(
    `INSERT INTO sending_switches (name, reason, tripped_at, next_probe_at)
     VALUES ('configuration', $1, clock_timestamp(), clock_timestamp() + ${PROBE_EVERY})
     ON CONFLICT (name) DO NOTHING`,
    [reason],
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

/** True for the one caller that is to probe the provider now. */
export async function claimProbe(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE sending_switches SET next_probe_at = clock_timestamp() + ${PROBE_EVERY}
     WHERE name = 'configuration' AND next_probe_at <= clock_timestamp()`,
  );
  return rowCount === 1;
}

/** Lets sending go on. */
export async function clearConfigurationSwitch(database: Queryable): Promise<void> {
  await database.query(`DELETE FROM sending_switches WHERE name = 'configuration'`);
}
