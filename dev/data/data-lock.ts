// A lock on the data directory: only one `npm start` at a time can use it. Each start writes its own file and looks at
// those of the others, so no file is ever taken over and a kill needs no clean-up: a file counts only while its process
// lives.
//
//   claiming ──no other start──► holding ──release──► (file removed)
//      └──another one holds, or an older claim wins──► refused
//
// When two start at the same time, at least one sees the other, because both write before they look; the lower pid wins.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAlive, startedAt } from '../processes/process-table.ts';
import { StartError } from '../start-error.ts';
import { writePrivateJson } from './private-file.ts';

/** The facts that a start writes for others. */
interface Claim {
  pid: number;
  /** Together with the pid it identifies one process, for ever. */
  startedAt: string | undefined;
  state: 'claiming' | 'holding';
  /** The address of its API; a free port is not known yet when the claim is made. */
  apiUrl?: string;
}

/** A locked data directory. */
export interface DataLock {
  /** Records the address of the API for later starts. */
  announce(apiUrl: string): Promise<void>;
  release(): Promise<void>;
}

/** Earlier versions use the same name, so that each sees the other. */
const FILE_NAME = /^house\.(\d+)\.json$/;
const POLL_MS = 10;

/**
 * Locks the data directory.
 * @throws StartError naming the process that has it and its API
 */
export async function lockDataDirectory(dataDir: string): Promise<DataLock> {
  const own: Claim = { pid: process.pid, startedAt: startedAt(process.pid), state: 'claiming' };
  const file = path.join(path.resolve(dataDir), `house.${process.pid}.json`);
  await leaveClaim(file, own);
  try {
    await waitForOlderClaims(path.dirname(file));
    await writePrivateJson(file, { ...own, state: 'holding' });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return {
    announce: (apiUrl) => writePrivateJson(file, { ...own, state: 'holding', apiUrl }),
    release: () => rm(file, { force: true }),
  };
}

async function leaveClaim(file: string, claim: Claim): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writePrivateJson(file, claim);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new StartError(`The data directory ${path.dirname(file)} cannot be used: ${reason}.`, { cause });
  }
}

async function waitForOlderClaims(directory: string): Promise<void> {
  for (;;) {
    const others = await listOtherClaims(directory);
    const winner =
      others.find(({ state }) => state === 'holding') ?? others.find(({ pid }) => pid < process.pid);
    if (winner) throw new StartError(describe(winner));
    if (others.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function listOtherClaims(directory: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const name of await readdir(directory)) {
    if (!FILE_NAME.test(name) || name === `house.${process.pid}.json`) continue;
    const file = path.join(directory, name);
    const claim = await readClaim(file);
    if (claim && isAlive(claim.pid) && startedAt(claim.pid) === claim.startedAt) claims.push(claim);
    else await rm(file, { force: true });
  }
  return claims;
}

async function readClaim(file: string): Promise<Claim | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

function describe({ pid, apiUrl }: Claim): string {
  const where = apiUrl ? `its API is ${apiUrl}` : 'it is still starting';
  return `Posthorn already runs on this data directory: process ${pid}, ${where}.`;
}
