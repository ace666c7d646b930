import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { lockDataDirectory } from '../../../dev/data/data-lock.ts';
import { startedAt } from '../../../dev/processes/process-table.ts';

describe('lockDataDirectory', () => {
  let directory: string;
  let others: ChildProcess[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-lock-'));
    others = [];
  });

  afterEach(async () => {
    for (const other of others) {
      other.kill();
      if (other.exitCode === null && other.signalCode === null) await once(other, 'close');
    }
    await rm(directory, { recursive: true });
  });

  /** A living process that is not a start of this test. */
  async function spawnOther(): Promise<number> {
    const other = spawn('sleep', ['60']);
    others.push(other);
    await once(other, 'spawn');
    return other.pid ?? 0;
  }

  async function leaveClaim(pid: number, claim: object): Promise<void> {
    const content = { pid, startedAt: startedAt(pid), state: 'holding', ...claim };
    await writeFile(path.join(directory, `house.${pid}.json`), JSON.stringify(content));
  }

  function refusal(): Promise<string> {
    return lockDataDirectory(directory).then(
      () => 'It was not refused.',
      (error: Error) => error.message,
    );
  }

  it('refuses while a living process holds the directory, naming it and its API', async () => {
    const pid = await spawnOther();
    await leaveClaim(pid, { apiUrl: 'http://127.0.0.1:3000' });
    expect(await refusal()).to.equal(
      `Posthorn already runs on this data directory: process ${pid}, its API is http://127.0.0.1:3000.`,
    );
    expect(await readdir(directory)).to.deep.equal([`house.${pid}.json`]);
  });

  it('says that the holder is still starting while its API has no address', async () => {
    await leaveClaim(await spawnOther(), {});
    expect(await refusal()).to.match(/: process \d+, it is still starting\.$/);
  });

  it('is not held by a process that was killed', async () => {
    const pid = await spawnOther();
    await leaveClaim(pid, {});
    others[0]?.kill('SIGKILL');
    await once(others[0] as ChildProcess, 'close');
    const lock = await lockDataDirectory(directory);
    expect(await readdir(directory)).to.deep.equal([`house.${process.pid}.json`]);
    await lock.release();
  });

  it('is not held by a new process that has the pid of a killed one', async () => {
    await leaveClaim(await spawnOther(), { startedAt: 'another boot/1' });
    const lock = await lockDataDirectory(directory);
    await lock.release();
    expect(await readdir(directory)).to.deep.equal([]);
  });
});
