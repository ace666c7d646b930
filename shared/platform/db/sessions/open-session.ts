// Opens a session on a new connection to Postgres: applies its settings and asks which server it reaches. The settings
// are SETs, because a pooler (PgBouncer) refuses start parameters such as `options`. A connection to a standby is
// refused: the same address may lead to one for a while after a failover (docs/architecture/failover.md).
import pg from 'pg';
import { SQLSTATES } from '../../failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../failures/unavailable.ts';

/** Settings of a session, by their names in Postgres. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** The server cancels a statement that runs longer, so that no request and no job waits for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Settings of every session of these pools. */
export const EACH_SESSION: SessionSettings = {
  // Compiling would take longer than our short statements run.
  jit: 'off',
  timezone: 'UTC',
  statement_timeout: STATEMENT_TIMEOUT_MS,
};
/**
 * Generic plans without sequential scans. A plan that was made while a table was empty would be a sequential scan, and
 * it would be kept while the table grows: until the next ANALYZE a new installation would become slower with each mail.
 */
export const PLANS_ONCE: SessionSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

/** The part of pg's client through which a connection is cut. pg closes politely, and a frozen server never answers. */
interface Wire {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** pg-pool limits the time of connecting, but not that of its hook, which opens the session. */
const OPENING_TIMEOUT_MS = 5_000;

/**
 * A pooler that was in transaction mode for a while gives new connections a session with the remains of others: a statement
 * prepared under our name, a search path, a lock.
 */
const CLEAN = 'RESET ALL; DEALLOCATE ALL; UNLISTEN *; SELECT pg_advisory_unlock_all();';
const STANDBY = 'pg_is_in_recovery() AS standby';
/**
 * The server's identity: its system identifier and its timeline, which are another after a failover or a restore. Not
 * by pg_control_checkpoint(), which shows the former timeline until the first checkpoint after a promotion.
 */
const SERVER = `
  CASE WHEN NOT pg_is_in_recovery()
    THEN (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
  END AS server`;

/** Cuts a connection at once. Its statement, if it has one, fails as in an outage of the database. */
export function cutConnection(client: pg.ClientBase): void {
  (client as unknown as Wire).connection.stream.destroy();
}

/**
 * Applies the settings.
 * @returns the identity of the server; undefined where the service does not allow the question (Amazon Aurora)
 * @throws an error for which `isDatabaseUnavailable` is true when the server is a standby, or does not answer in time
 */
export async function openSession(
  client: pg.ClientBase,
  settings: SessionSettings,
): Promise<string | undefined> {
  try {
    const { standby, server } = await ask(client, settings, [STANDBY, SERVER]).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      return ask(client, settings, [STANDBY]);
    });
    if (standby) {
      throw Object.assign(new Error('The database server is a standby.'), { code: SQLSTATES.readOnly });
    }
    return server ?? undefined;
  } catch (error) {
    cutConnection(client);
    throw error;
  }
}

/** One message: Postgres runs its statements as one transaction, so the settings are lost when a question fails. */
async function ask(
  client: pg.ClientBase,
  settings: SessionSettings,
  questions: readonly string[],
): Promise<{ standby: boolean; server?: string | null }> {
  const sets = Object.entries(settings).map(
    ([name, value]) => `SET ${name} = ${pg.escapeLiteral(`${value}`)};`,
  );
  const query = {
    text: `${CLEAN}${sets.join('')}SELECT ${questions.join(',')}`,
    query_timeout: OPENING_TIMEOUT_MS,
  };
  const results: pg.QueryResult | pg.QueryResult[] = await client.query(query);
  return [results].flat().at(-1)?.rows[0];
}
