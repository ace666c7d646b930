// A database that goes back in time, as seen by its clients: a server is promoted that lacks what was committed last.
import type { Pool } from 'pg';

/** Remembers all rows of some tables. @param name of a second memory @returns what sets the tables back to them */
export async function rememberRows(
  pool: Pool,
  tables: readonly string[],
  name = 'remembered',
): Promise<() => Promise<void>> {
  for (const table of tables) {
    await pool.query(`DROP TABLE IF EXISTS ${name}_${table}`);
    await pool.query(`CREATE TABLE ${name}_${table} AS TABLE ${table}`);
  }
  return async () => {
    // One statement list is one transaction.
    const back = tables.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} TABLE ${name}_${table};`);
    await pool.query(['SET LOCAL session_replication_role = replica;', ...back].join('\n'));
  };
}
