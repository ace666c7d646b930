// A machine for each test of `posthorn setup`, with a cluster for all of a file, and programs that have ports.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../../dev/processes/ports.ts';
import {
  becomeDebianCluster,
  createSetupMachine,
  type MachineForSetup,
} from '../../deploy/support/setup-machine.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { withServer } from '../../support/database/database.ts';

const UNITS = ['posthorn.target', 'posthorn-backup.timer'];
const CLEAN = ['DROP DATABASE IF EXISTS posthorn WITH (FORCE)', 'DROP ROLE IF EXISTS posthorn'];

/** What the tests of a file share. */
export interface SetupTrial {
  machine: MachineForSetup;
  postgresUrl: string;
  /** What systemctl does for a command. */
  systemctl: (command: string) => Promise<unknown>;
  /** As the superuser. @returns the values of all rows */
  ask(...statements: string[]): Promise<unknown[]>;
  /** Writes lines into the environment file before a run: free ports, and these. */
  prepare(values?: Record<string, string>): Promise<void>;
  /** Lets Postgres answer this at the second statement, or at each. */
  answerAsPostgres(answer: object, at: 'second' | 'each'): void;
}

/** Flags that are enough. Nothing answers at the SMTP URL. */
export const FLAGS: Readonly<Record<string, string | undefined>> = {
  'public-url': 'https://mail.example.com',
  'smtp-url': 'smtp://127.0.0.1:1',
  domain: 'example.com',
  owner: 'ana@example.com',
};

/** FLAGS as arguments, with changes; those that are undefined are left out. */
export function flagsWith(changes: object = {}): string[] {
  return Object.entries({ ...FLAGS, ...changes }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, value],
  );
}

export function useSetupMachine(): SetupTrial {
  const binDir = process.env['TEST_POSTGRES_15'] ?? '';
  const trial = { ask, prepare, answerAsPostgres } as SetupTrial;
  let cluster: ThrowawayCluster;
  let directory: string;

  before(async () => {
    expect(binDir).not.to.equal('');
    cluster = await startThrowawayCluster({ binDir, settings: { max_connections: '100' } });
    trial.postgresUrl = await becomeDebianCluster(cluster.url);
  });
  after(() => cluster?.stop());
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-setup-'));
    trial.systemctl = () => Promise.resolve();
    trial.machine = await createSetupMachine({
      directory,
      postgresUrl: trial.postgresUrl,
      binDir,
      units: UNITS,
      systemctl: (command) => trial.systemctl(command).then(() => {}),
    });
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
    await ask(...CLEAN, 'ALTER SYSTEM RESET ALL');
  });

  function ask(...statements: string[]): Promise<unknown[]> {
    return withServer(trial.postgresUrl, async (client) => {
      const values: unknown[] = [];
      for (const text of statements)
        values.push(...(await client.query({ text, rowMode: 'array' })).rows.flat());
      return values;
    });
  }

  async function prepare(values: Record<string, string> = {}): Promise<void> {
    const ports = { INBOUND_PORT: '0', SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '0' };
    const lines = Object.entries({ PORT: String(await freePort()), ...ports, ...values });
    await mkdir(path.dirname(trial.machine.environmentFile), { recursive: true });
    await writeFile(trial.machine.environmentFile, lines.map((line) => `${line.join('=')}\n`).join(''));
  }

  function answerAsPostgres(answer: object, at: 'second' | 'each'): void {
    const { run } = trial.machine;
    let asked = 0;
    trial.machine.run = async (program, args, input) => {
      if (program === 'runuser') asked += 1;
      const isStopped = program === 'runuser' && (at === 'each' || asked === 2);
      return isStopped ? { code: 1, stdout: '', stderr: '', ...answer } : await run(program, args, input);
    };
  }
  return trial;
}

/** A port of 127.0.0.1 that this process has. */
export async function occupyPort(): Promise<{ port: string; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as { port: number }).port), server };
}
