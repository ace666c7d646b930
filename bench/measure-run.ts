// One run of one variant: fresh database, fresh processes, a warm-up, then the load from its first POST until the
// server has every mail and the database says of every mail that it is done. Nothing looks at the database before
// the server has all, so watching costs the run nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, type Database } from '../shared/db/connect.ts';
import { createLog } from '../shared/log.ts';
import { cpuMicroseconds } from './cpu-time.ts';
import type { LoadAnswer, LoadQuestion } from './load/load-main.ts';
import { monotonicMs } from './monotonic.ts';
import type { BenchProcess } from './processes/start.ts';
import type { Servers } from './servers/start.ts';
import type { StatementFigures } from './servers/statements.ts';
import type { SinkQuestion } from './sink/sink-main.ts';
import type { TallyReport } from './sink/tally.ts';
import type { RunningVariant, Variant } from './variant.ts';
import { verifySignature } from './verify-signature.ts';

/** Size of a run. */
export interface RunSize {
  /** Mails that are measured. */
  mails: number;
  /** Mails before them, which compile the code and open the connections. */
  warmUp: number;
  htmlBytes: number;
}

/** What a run measured. */
export interface RunResult {
  variant: string;
  deliveredPerSecond: number;
  acceptedPerSecond: number;
  acceptP50Ms: number;
  acceptP99Ms: number;
  /** Process → microseconds of CPU a mail; empty where the system does not tell. */
  cpuPerMail: Record<string, number>;
  statements: StatementFigures[];
}

/** Everything that is up during a run. */
interface Run extends RunSize {
  variant: Variant;
  running: RunningVariant;
  servers: Servers;
  database: Database;
  databaseName: string;
  sink: BenchProcess;
  load: BenchProcess;
}

const POLL_MS = 5;
/** A run that is slower than this is broken, not slow. */
const SLOWEST_MAILS_PER_SECOND = 50;
const PATIENCE_MS = 30_000;

/**
 * Measures.
 * @throws Error when mail is missing, unsigned or refused, or a process ends
 */
export async function measureRun(variant: Variant, servers: Servers, size: RunSize): Promise<RunResult> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const run = await setUp(variant, servers, size, undo);
    await post(run, 0, size.warmUp);
    await servers.databases.checkpoint();
    await servers.statements?.reset();
    const cpuBefore = readCpuTimes(run);
    const { answer, doneAtMs } = await post(run, size.warmUp, size.mails);
    const cpuAfter = readCpuTimes(run);
    const statements = (await servers.statements?.read(run.databaseName)) ?? [];
    await inspectMail(run);
    const { mails } = size;
    return {
      variant: variant.name,
      deliveredPerSecond: perSecond(mails, doneAtMs - answer.firstPostAtMs),
      acceptedPerSecond: perSecond(mails, answer.lastAnswerAtMs - answer.firstPostAtMs),
      acceptP50Ms: answer.p50Ms,
      acceptP99Ms: answer.p99Ms,
      cpuPerMail: Object.fromEntries(
        Object.entries(cpuAfter).map(([name, after]) => [name, (after - (cpuBefore[name] ?? 0)) / mails]),
      ),
      statements,
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function setUp(
  variant: Variant,
  servers: Servers,
  size: RunSize,
  undo: (() => Promise<void>)[],
): Promise<Run> {
  const { startProcess, databases, redisUrl } = servers;
  const name = `run_${servers.nextRun()}`;
  const connectionString = await databases.clone(name, variant.family);
  undo.push(() => databases.drop(name));
  const log = createLog({ level: 'warn', process: 'bench' });
  const database = connectDatabase({ connectionString, poolSize: 1, applicationName: 'bench', log });
  undo.push(() => database.end());
  const sink = await startProcess({ name: 'sink', command: ['bench/sink/sink-main.ts'] });
  undo.push(sink.stop);
  const running = await variant.start({
    startProcess,
    databaseUrl: connectionString,
    redisUrl,
    queuePrefix: `{${name}}`,
    smtpPort: Number(sink.announcement['port']),
  });
  undo.push(async () => void (await Promise.all(running.processes.map((process) => process.stop()))));
  const load = await startProcess({ name: 'load', command: ['bench/load/load-main.ts'] });
  undo.push(load.stop);
  return { ...size, variant, running, servers, database, databaseName: name, sink, load };
}

/** Posts mails and waits until all posted so far are done. */
async function post(
  run: Run,
  first: number,
  mails: number,
): Promise<{ answer: LoadAnswer; doneAtMs: number }> {
  const { apiUrl, headers, processes } = run.running;
  const question: LoadQuestion = { apiUrl, headers, first, mails, htmlBytes: run.htmlBytes };
  const work = Promise.all([run.load.ask<LoadAnswer>(question), waitUntilDone(run, first + mails)]);
  const [answer, doneAtMs] = await Promise.race([work, ...processes.map(({ failure }) => failure)]);
  return { answer, doneAtMs };
}

/** Returns the time at which the server had all mails and the database knew of it. */
async function waitUntilDone({ variant, database, sink }: Run, mails: number): Promise<number> {
  const deadlineMs = monotonicMs() + PATIENCE_MS + (mails / SLOWEST_MAILS_PER_SECOND) * 1_000;
  const reached = sink.ask<{ atMs: number }>({ type: 'reach', mails } satisfies SinkQuestion);
  await atMostUntil(deadlineMs, reached);
  let done = 0;
  while (monotonicMs() < deadlineMs) {
    done = await variant.countDone(database);
    if (done >= mails) return monotonicMs();
    await pause(POLL_MS);
  }
  throw new Error(`${variant.name}: ${done || 'not all'} of ${mails} mails were done in time.`);
}

async function atMostUntil(deadlineMs: number, work: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const late = pause(deadlineMs - monotonicMs(), undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([work, late]).finally(() => stop.abort());
}

function readCpuTimes({ running, servers, sink, load }: Run): Record<string, number> {
  const named = [
    ...running.processes.map(({ name, pid }) => ({ name, pid })),
    { name: 'postgres', pid: servers.postgresPid },
    { name: 'redis', pid: servers.redisPid },
    { name: 'load and sink', pid: load.pid },
    { name: 'load and sink', pid: sink.pid },
  ];
  const times: Record<string, number> = {};
  for (const { name, pid } of named) {
    const microseconds = cpuMicroseconds(pid);
    if (microseconds !== undefined) times[name] = (times[name] ?? 0) + microseconds;
  }
  return times;
}

async function inspectMail({ variant, database, sink, mails, warmUp }: Run): Promise<void> {
  const report = await sink.ask<TallyReport>({ type: 'report' } satisfies SinkQuestion);
  if (report.unsigned > 0 || report.messages !== mails + warmUp) {
    throw new Error(`${variant.name}: the sink has ${JSON.stringify(report)} of ${mails + warmUp} mails.`);
  }
  const { message } = await sink.ask<{ message: string }>({ type: 'sample' } satisfies SinkQuestion);
  await verifySignature(Buffer.from(message, 'latin1'), await variant.findPublicKey(database));
}

function perSecond(count: number, durationMs: number): number {
  return (count * 1_000) / durationMs;
}
