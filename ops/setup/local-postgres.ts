// The Postgres of this machine, which `posthorn setup` gives a role and a database of its own. It is spoken to as Debian
// lets root do it: psql as the user postgres, with the statements on stdin, where no other user sees them.
import { describeServerProblem } from '../../shared/platform/db/migrations/server-version.ts';
import { RAISED_MAX_CONNECTIONS } from './connections.ts';
import { type SetupMachine, SetupStop } from './machine.ts';

/** The name of the role and of the database. */
const NAME = 'posthorn';
/** The comment of a role whose password we may set, because we have made it. */
const MADE_BY_US = 'made by posthorn setup';
/** The settings that keep statements out of the server's log. */
const UNLOGGED = [
  "SET log_statement = 'none'; SET log_min_error_statement = 'panic';",
  'SET log_min_duration_statement = -1; SET log_min_duration_sample = -1; SET log_transaction_sample_rate = 0;',
].join(' ');

/** The existing parts. */
export interface LocalPostgres {
  port: number;
  maxConnections: number;
  /** The comment of the role; null: there is no such role. */
  role: string | null;
  hasDatabase: boolean;
  /** Databases of others. */
  others: number;
}

const LOOK = `SELECT json_build_object(
  'number', current_setting('server_version_num')::int, 'name', current_setting('server_version'),
  'port', current_setting('port')::int, 'maxConnections', current_setting('max_connections')::int,
  'role', (SELECT coalesce(shobj_description(oid, 'pg_authid'), '') FROM pg_roles WHERE rolname = '${NAME}'),
  'hasDatabase', EXISTS (SELECT FROM pg_database WHERE datname = '${NAME}'),
  'others', (SELECT count(*) FROM pg_database WHERE NOT datistemplate AND datname NOT IN ('postgres', '${NAME}')));`;

/** @throws SetupStop when it is not there, too old, or has a role or database of that name from elsewhere */
export async function findLocalPostgres(machine: SetupMachine): Promise<LocalPostgres> {
  const { code, stdout, stderr } = await psql(machine, LOOK);
  if (code !== 0) {
    throw new SetupStop(
      `Postgres does not answer on this machine (${firstLineOf(stderr)}). Run apt install postgresql, or give --database-url.`,
    );
  }
  const found = JSON.parse(stdout) as LocalPostgres & { number: number; name: string };
  const problem = describeServerProblem({ ...found, encoding: 'UTF8' });
  if (problem !== undefined) throw new SetupStop(problem);
  const isForeign = found.role === null ? found.hasDatabase : found.role !== MADE_BY_US;
  if (isForeign) {
    throw new SetupStop(
      `Postgres already has a role or database ${NAME} that posthorn setup did not create. Give --database-url.`,
    );
  }
  return found;
}

/** The URL by which the processes connect. @param password of letters and digits */
export function urlOfLocalPostgres({ port }: LocalPostgres, password: string): string {
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}

/** Creates the missing parts, and sets this password of the role. @throws SetupStop when Postgres refuses */
export async function makeRoleAndDatabase(
  machine: SetupMachine,
  { role, hasDatabase }: LocalPostgres,
  password: string,
): Promise<void> {
  const statements =
    role === null
      ? `BEGIN; CREATE ROLE ${NAME} LOGIN PASSWORD '${password}'; COMMENT ON ROLE ${NAME} IS '${MADE_BY_US}'; COMMIT;`
      : `ALTER ROLE ${NAME} PASSWORD '${password}';`;
  const database = `CREATE DATABASE ${NAME} OWNER ${NAME} ENCODING 'UTF8' TEMPLATE template0;`;
  await administrate(machine, [UNLOGGED, statements, ...(hasDatabase ? [] : [database])].join('\n'));
}

/** Restarts Postgres with more connections. @throws SetupStop */
export async function raiseMaxConnections(machine: SetupMachine): Promise<void> {
  await administrate(machine, `ALTER SYSTEM SET max_connections = ${RAISED_MAX_CONNECTIONS};`);
  const { code, stderr } = await machine.run('systemctl', ['restart', 'postgresql.service']);
  if (code !== 0) throw new SetupStop(`Postgres could not be restarted: ${firstLineOf(stderr)}`);
}

function psql(machine: SetupMachine, statements: string) {
  const options = ['--no-psqlrc', '--no-password', '--quiet', '--tuples-only', '--no-align'];
  const program = ['-u', 'postgres', '--', 'psql', ...options, '--set=ON_ERROR_STOP=1', '--dbname=postgres'];
  return machine.run('runuser', program, statements);
}

async function administrate(machine: SetupMachine, statements: string): Promise<void> {
  const { code, stderr } = await psql(machine, statements);
  if (code !== 0) throw new SetupStop(`Postgres refused: ${firstLineOf(stderr)}`);
}

function firstLineOf(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
