// One run of one variant: fresh database, fresh processes, loads, and at the end proof that every mail came once and
// signed. A load counts from its first request until the server has every mail and the database says of every mail
// that it is done. Nothing looks at the database before the server has all, so watching costs the run nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../shared/platform/db/connect.ts';
import { cpuMicroseconds } from './cpu-time.ts';
import type { LoadAnswer, LoadQuestion } from './load/load-main.ts';
import { type LoadShape, messagesPerRequest } from './load/shape.ts';
import { monotonicMs } from './monotonic.ts';
import type { BenchProcess, StartProcess } from './processes/start.ts';
import { openDatabase } from './servers/open-database.ts';
import type { Servers } from './servers/start.ts';
import type { SinkQuestion } from './sink/sink-main.ts';
import type { TallyReport } from './sink/tally.ts';
import type { ProcessCounts, RunningVariant, Variant } from './variant.ts';
import { verifySignature } from './verify-signature.ts';

/** What runs, and on what. */
export interface RunPlan {
  variant: Variant;
  shape: LoadShape;
  htmlBytes: number;
  processes: ProcessCounts;
  /** Name of the database template; absent: the empty one of the variant's family. */
  template?: string;
  /** Milliseconds that an answer of the receiving server takes; absent: none. */
  sinkDelayMs?: number;
  /** Starts the variant's processes; absent: as all others are started. */
  startProcess?: StartProcess;
}

/** Everything that is up during a run. */
export interface Run {
  plan: RunPlan;
  running: RunningVariant;
  servers: Servers;
  database: Database;
  databaseName: string;
  sink: BenchProcess;
  load: BenchProcess;
  /** Before its first request. */
  startedAt: Date;
  /** Requests that were sent so far. */
  requests: number;
}

type Undo = (() => Promise<void>)[];

const POLL_MS = 5;
/** A run that is slower than this is broken, not slow. */
const SLOWEST_PER_SECOND = 50;
const PATIENCE_MS = 30_000;

/** Starts a run, works with it and takes it down. */
export async function withRun<Result>(
  plan: RunPlan,
  servers: Servers,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const undo: Undo = [];
  try {
    return await work(await setUp(plan, servers, undo));
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/**
 * Sends a load and waits until all that was sent so far is done.
 * @param messages at least so many, as whole requests
 */
export async function deliver(
  run: Run,
  messages: number,
): Promise<{ answer: LoadAnswer; messages: number; doneAtMs: number }> {
  const perRequest = messagesPerRequest(run.plan.shape);
  const requests = requestsFor(run, messages);
  const all = (run.requests + requests) * perRequest;
  const [answer, doneAtMs] = await Promise.all([send(run, { requests }), waitUntilDone(run, all)]);
  return { answer, messages: requests * perRequest, doneAtMs };
}

/** Requests that hold at least so many messages. */
export function requestsFor({ plan }: Run, messages: number): number {
  return Math.ceil(messages / messagesPerRequest(plan.shape));
}

/**
 * Sends a load and waits for its answers only.
 * @throws Error when one is refused, or a process ends
 */
export async function send(
  run: Run,
  { requests, pauseMs }: Pick<LoadQuestion, 'requests' | 'pauseMs'>,
): Promise<LoadAnswer> {
  const { shape, htmlBytes } = run.plan;
  const { target, processes } = run.running;
  const first = run.requests * shape.mailsPerRequest;
  const question: LoadQuestion = { target, shape, htmlBytes, first, requests };
  run.requests += requests;
  const answer = run.load.ask<LoadAnswer>(pauseMs === undefined ? question : { ...question, pauseMs });
  return await Promise.race([answer, ...processes.map(({ failure }) => failure)]);
}

/** Returns the time at which the server had so many messages and the database knew of it. */
export async function waitUntilDone(run: Run, messages: number): Promise<number> {
  const { plan, running, database, sink, startedAt } = run;
  const { name, countDone } = plan.variant;
  const deadlineMs = monotonicMs() + PATIENCE_MS + (messages / SLOWEST_PER_SECOND) * 1_000;
  const reached = sink.ask<{ atMs: number }>({ type: 'reach', messages } satisfies SinkQuestion);
  const failures = running.processes.map(({ failure }) => failure);
  const reachedAtMs = await atMostUntil(deadlineMs, Promise.race([reached, ...failures]));
  if (reachedAtMs && !countDone) return reachedAtMs.atMs;
  let done = 0;
  while (countDone && monotonicMs() < deadlineMs) {
    done = await countDone(database, startedAt);
    if (done >= messages) return monotonicMs();
    await pause(POLL_MS);
  }
  throw new Error(`${name}: ${done || 'not all'} of ${messages} messages were done in time.`);
}

/**
 * Holds what came against what was sent.
 * @throws Error when a mail is missing, doubled or not signed by a variant that signs
 */
export async function inspectMail({ plan, database, sink, requests }: Run): Promise<void> {
  const { name, findPublicKey } = plan.variant;
  const expected = requests * messagesPerRequest(plan.shape);
  const unsigned = findPublicKey ? 0 : expected;
  const report = await sink.ask<TallyReport>({ type: 'report' } satisfies SinkQuestion);
  const isRight =
    report.messages === expected && report.different === expected && report.unsigned === unsigned;
  if (!isRight) throw new Error(`${name}: the sink has ${JSON.stringify(report)} of ${expected} messages.`);
  if (!findPublicKey) return;
  const { message } = await sink.ask<{ message: string }>({ type: 'sample' } satisfies SinkQuestion);
  await verifySignature(Buffer.from(message, 'latin1'), await findPublicKey(database));
}

/** Process → microseconds of CPU so far; processes of one name are added up. Empty where the system does not tell. */
export function readCpuTimes({ running, servers, sink, load }: Run): Record<string, number> {
  const named = [
    ...running.processes.map(({ name, pid }) => ({ name, pid })),
    { name: 'postgres', pid: servers.postgresPid },
    { name: 'redis', pid: servers.redisPid },
    { name: 'load', pid: load.pid },
    { name: 'sink', pid: sink.pid },
  ];
  const times: Record<string, number> = {};
  for (const { name, pid } of named) {
    const microseconds = cpuMicroseconds(pid);
    if (microseconds !== undefined) times[name] = (times[name] ?? 0) + microseconds;
  }
  return times;
}

async function setUp(plan: RunPlan, servers: Servers, undo: Undo): Promise<Run> {
  const { variant, template = variant.family, sinkDelayMs = 0 } = plan;
  const { startProcess, databases, redisUrl } = servers;
  const startedAt = new Date();
  const name = `run_${servers.nextRun()}`;
  const connectionString = await databases.clone(name, template);
  undo.push(() => databases.drop(name));
  const database = openDatabase(connectionString);
  undo.push(() => database.end());
  const sink = await startProcess({
    name: 'sink',
    command: ['bench/sink/sink-main.ts', String(sinkDelayMs)],
  });
  undo.push(sink.stop);
  const running = await variant.start({
    startProcess: plan.startProcess ?? startProcess,
    databaseUrl: connectionString,
    redisUrl,
    queuePrefix: `{${name}}`,
    smtpPort: Number(sink.announcement['port']),
    processes: plan.processes,
    startPostfix: servers.startPostfix,
  });
  undo.push(async () => void (await Promise.all(running.processes.map((process) => process.stop()))));
  const load = await startProcess({ name: 'load', command: ['bench/load/load-main.ts'] });
  undo.push(load.stop);
  return { plan, running, servers, database, databaseName: name, sink, load, startedAt, requests: 0 };
}

/** What comes of the work until then; undefined: nothing. */
export async function atMostUntil<Result>(
  deadlineMs: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  const late = pause(deadlineMs - monotonicMs(), undefined, { signal: stop.signal }).catch(() => undefined);
  return await Promise.race([work, late]).finally(() => stop.abort());
}
