// Finds and stops the running server of a data directory by its `postmaster.pid` (PostgreSQL, "Server File Locations").
// A killed `npm start` leaves the server running, a killed machine leaves only the file. This file distinguishes the
// two cases, so that a server is adopted and a stale file does not prevent a start.
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import { commandLine, isAlive } from '../processes/process-table.ts';
import { NEW_DATABASE } from '../start-command.ts';
import { StartError } from '../start-error.ts';

/** A server that owns a data directory. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Signals of a stop (pg_ctl(1)): `fast` ends every session, `immediate` needs crash recovery at the next start. */
export const STOP_SIGNAL = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
export type StopMode = keyof typeof STOP_SIGNAL;

/** More than any system's largest pid. */
const IMPOSSIBLE_PID = '999999999';
/**
 * The directory belongs to the server's user, so as root we do not follow symbolic links that it may have put there.
 */
const REWRITE = constants.O_WRONLY | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
const PORT_LINE = 3;
const POLL_MS = 20;
const ANSWER_TIMEOUT_MS = 60_000;
/** Time limit of one try to connect; a server that is starting answers at once, with an error. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Time after a stop signal until the next, harder one. */
const STOP_TIMEOUT_MS = { fast: 3_000, immediate: 1_500 } as const;

/** The server that runs on `data` now; undefined if there is none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = (await readPidFile(data))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!pid || !isPostmasterOf(pid, data)) return undefined;
  return { pid, port: Number(lines?.[PORT_LINE]) };
}

/**
 * Removes a pid that now belongs to another process from the file; otherwise Postgres would believe that it already
 * runs. The file itself stays: through it Postgres also finds backends that outlived their server, and waits for
 * them.
 */
export async function clearStalePid(data: string): Promise<void> {
  const content = await readPidFile(data);
  if (!content || (await findPostmaster(data))) return;
  const file = await open(path.join(data, 'postmaster.pid'), REWRITE);
  await file.writeFile(content.replace(/^-?\d+/, IMPOSSIBLE_PID));
  await file.close();
}

/** True while `pid` is a Postgres that was started on `data`: the data directory is among its arguments. */
export function isPostmasterOf(pid: number, data: string): boolean {
  return isAlive(pid) && `${commandLine(pid)} `.includes(`-D ${data} `);
}

/**
 * Waits until the server answers.
 * @returns false when it ended instead, or did not answer in time
 * @throws StartError when it refuses our password
 */
export async function waitUntilItAnswers(url: string, stillRuns: () => boolean): Promise<boolean> {
  const deadline = Date.now() + ANSWER_TIMEOUT_MS;
  while (stillRuns() && Date.now() < deadline) {
    if (await answers(url)) return true;
    await pause();
  }
  return false;
}

/** Stops the server, more firmly after each time limit, and returns when its process has ended. */
export async function stopPostmaster(pid: number, data: string, mode: StopMode): Promise<void> {
  const steps: StopMode[] = mode === 'fast' ? ['fast', 'immediate'] : ['immediate'];
  for (const step of steps) {
    if (!isPostmasterOf(pid, data)) return;
    process.kill(pid, STOP_SIGNAL[step]);
    if (await isGoneWithin(pid, STOP_TIMEOUT_MS[step])) return;
  }
  process.kill(pid, 'SIGKILL');
  await isGoneWithin(pid, STOP_TIMEOUT_MS.immediate);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (sqlstateOf(error) === SQLSTATES.invalidPassword) {
      throw new StartError(`The password of the database is lost: ${NEW_DATABASE} and start again.`);
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await pause();
  }
  return true;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function readPidFile(data: string): Promise<string | undefined> {
  return readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => undefined);
}
