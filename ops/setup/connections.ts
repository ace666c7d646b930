// How many connections to Postgres the processes of one machine may open (docs/operations.md#database-connections), and
// what to do where the server allows fewer.
import { COMMAND_CONNECTIONS } from '../../shared/platform/queues/postgres-backend.ts';
import { queuesOf } from '../../shared/platform/work/define-work.ts';
import { ACCEPT_POOL_SIZE } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { GROUPS, WORK_KINDS } from '../../shared/resources/work-kinds.ts';

/** The limit of a server that Posthorn alone uses. */
export const RAISED_MAX_CONNECTIONS = 300;
/** DATABASE_POOL_SIZE by default, and at least. */
const POOL_SIZE = { default: 10, min: 2 };
/** For administrators, a backup, `release` and operators' commands. */
const ROOM = 12;
/** The connection with which a process watches its server (shared/platform/db/sessions/server-watch.ts). */
const WATCH = 1;
const PROCESSES = ['web', 'inbound', 'submission', ...GROUPS.map((group) => `worker-${group}`)];

/** The pools of a process, and its watch. @param type as in the Procfile */
export function connectionsOf(type: string, given: { poolSize: number; onRedis: boolean }): number {
  const queues = WORK_KINDS.filter(({ group }) => type === `worker-${group}`).flatMap(queuesOf);
  const accepting = ['web', 'submission'].includes(type) ? ACCEPT_POOL_SIZE : 0;
  return WATCH + given.poolSize + accepting + (given.onRedis ? 0 : COMMAND_CONNECTIONS + queues.length);
}

/** The connection limits of the server that was found. */
export interface ConnectionLimits {
  maxConnections: number;
  onRedis: boolean;
  /** DATABASE_POOL_SIZE, if it is set. */
  poolSize: number | undefined;
  /** Whether it has no other databases, so that it may be restarted with more connections. */
  mayRaise: boolean;
}

/** `raise`: max_connections; `short`: what max_connections must be at least. */
export type ConnectionPlan =
  | { kind: 'enough' }
  | { kind: 'raise' }
  | { kind: 'smaller pools'; poolSize: number }
  | { kind: 'short'; needed: number };

/** What to do so that all processes, one of each type, have their connections. */
export function planConnections({ maxConnections, onRedis, ...given }: ConnectionLimits): ConnectionPlan {
  const neededWith = (poolSize: number) =>
    PROCESSES.reduce((sum, type) => sum + connectionsOf(type, { poolSize, onRedis }), ROOM);
  const largest = given.poolSize ?? POOL_SIZE.default;
  const needed = neededWith(largest);
  if (needed <= maxConnections) return { kind: 'enough' };
  if (given.mayRaise && needed <= RAISED_MAX_CONNECTIONS) return { kind: 'raise' };
  for (let poolSize = largest - 1; poolSize >= POOL_SIZE.min && given.poolSize === undefined; poolSize -= 1) {
    if (neededWith(poolSize) <= maxConnections) return { kind: 'smaller pools', poolSize };
  }
  return { kind: 'short', needed };
}
