// Finds out what a connection really has, before a process works with it: a session of its own, our settings, our
// tables. A pooler in transaction or statement mode gives the statements of one connection to several sessions of
// Postgres; there settings, prepared statements, LISTEN and locks of one connection become those of another, mail would
// be accepted and never sent. See docs/operations.md#poolers.
import pg from 'pg';
import { UnusableServerError } from '../../failures/unavailable.ts';
import { TimeoutError, withTimeout } from '../../time/timeout.ts';
import {
  cutConnection,
  EACH_SESSION,
  openSession,
  PLANS_ONCE,
  type SessionSettings,
} from './open-session.ts';

/** A table that other programs in the same database do not have. */
const TABLE = 'worker_processes';
/** How long a connection and each answer may take. */
const ANSWER_MS = 5_000;
/** Shorter, so that it has its own sentence. */
const SECOND_CONNECTION_MS = 3_000;
/** While other clients are busy, a pooler may give us the same session several times. */
const TURNS = 10;
const SHARED =
  'The pooler of DATABASE_URL does not give each connection its own session. Run it in session mode (PgBouncer: pool_mode = session).';
/** A part of a sentence, as the messages of pg are (describe-failure.ts). */
const TOO_FEW = `no second connection within ${SECOND_CONNECTION_MS / 1_000} s; a pooler must allow as many connections as all processes open (PgBouncer: default_pool_size)`;

/**
 * Checks new connections as the processes will open them.
 * @throws UnusableServerError with one sentence that names the setting to change; another error when there is no answer
 */
export async function requireUsableServer(connectionString: string): Promise<void> {
  await requireOwnSession(connectionString);
  const client = createClient(connectionString);
  try {
    await client.connect();
    await requireSettings(client, { ...EACH_SESSION, ...PLANS_ONCE });
    await requireSearchPath(client);
  } finally {
    cutConnection(client);
  }
}

/** @throws UnusableServerError when twice in a row two new connections were found to share a session */
export async function requireOwnSession(connectionString: string): Promise<void> {
  const isTwice = (await isShared(connectionString)) && (await isShared(connectionString));
  if (isTwice) throw new UnusableServerError(SHARED);
}

/**
 * Asks which backend answers, alternating with another connection, which then holds a transaction open.
 * @returns whether two backends answer one connection, or one answers both
 */
async function isShared(connectionString: string): Promise<boolean> {
  const client = createClient(connectionString);
  const other = createClient(connectionString);
  try {
    await client.connect();
    // Twice, because a pooler may rotate through all sessions (server_round_robin).
    const own = new Set([await findBackend(client), await findBackend(client)]);
    const others = new Set([await connectSecond(other)]);
    const found = () => own.size > 1 || [...others].some((backend) => own.has(backend));
    for (let turn = 0; turn < TURNS && !found(); turn += 1) {
      others.add(await findBackend(other));
      if (turn === TURNS - 1) await other.query('BEGIN');
      own.add(await findBackend(client));
    }
    return found();
  } finally {
    cutConnection(client);
    cutConnection(other);
  }
}

/**
 * @throws an error of an unavailable database when it arrives too late: the server may have become unavailable since
 * the first one
 */
async function connectSecond(other: pg.Client): Promise<string> {
  const backend = other.connect().then(() => findBackend(other));
  return await withTimeout(SECOND_CONNECTION_MS, 'The second connection', backend).catch((error: unknown) => {
    throw error instanceof TimeoutError ? Object.assign(new Error(TOO_FEW), { code: 'ETIMEDOUT' }) : error;
  });
}

function createClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'posthorn check',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  return client.on('error', () => {});
}

/** The process in Postgres that answers, of all servers: two machines have the same process ids. */
export async function findBackend(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ backend: string }>(
    `SELECT pg_backend_pid() || ' since ' || extract(epoch FROM pg_postmaster_start_time()) AS backend`,
  );
  return rows[0]?.backend ?? '';
}

async function requireSettings(client: pg.Client, settings: SessionSettings): Promise<void> {
  await openSession(client, settings);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT lower(name) AS name, setting FROM pg_settings WHERE lower(name) = ANY($1)',
    [Object.keys(settings)],
  );
  const lost = rows.find(({ name, setting }) => setting !== `${settings[name]}`);
  if (!lost) return;
  throw new UnusableServerError(
    `The connections of DATABASE_URL lose their settings: ${lost.name} is ${lost.setting} after SET ${lost.name} = ${settings[lost.name]}. Connect to Postgres directly, or through a pooler in session mode.`,
  );
}

async function requireSearchPath(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ path: string; schema: string | null; tables: string | null }>(
    `SELECT current_setting('search_path') AS path, current_schema() AS schema,
            (SELECT min(relnamespace::regnamespace::text) FROM pg_class
             WHERE relname = $1 AND to_regclass($1) IS NULL) AS tables`,
    [TABLE],
  );
  const [{ path = '', schema = null, tables = null } = {}] = rows;
  if (schema !== null && tables === null) return;
  const where =
    tables === null ? 'no schema that exists' : `other schemas than ${tables}, which has our tables`;
  throw new UnusableServerError(
    `The search_path of DATABASE_URL (${path}) names ${where}. Correct it (ALTER ROLE … SET search_path).`,
  );
}
