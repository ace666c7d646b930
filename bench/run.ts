// One run of one variant: a fresh database, fresh processes, loads, and at the end a check that every mail arrived once
// and signed. A load is measured from its first request until the server has every mail and the database shows every
// mail as done. The database is not read before the server has all, so watching costs the run nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../shared/platform/db/connect.ts';
import { cpuMicroseconds } from './cpu-time.ts';
import type { LoadAnswer, LoadQuestion } from './load/load-main.ts';
import type { MailKind } from './load/mail-kind.ts';
import { type LoadShape, messagesPerRequest } from './load/shape.ts';
import { monotonicMs } from './monotonic.ts';
import type { BenchProcess, StartProcess } from './processes/start.ts';
import { openDatabase } from './servers/open-database.ts';
import type { Servers } from './servers/start.ts';
import type { SinkQuestion } from './sink/sink-main.ts';
import type { TallyReport } from './sink/tally.ts';
import type { ProcessCounts, RunningVariant, Variant } from './variant.ts';
import { verifySignature } from './verify-signature.ts';

/** What runs, and on what data. */
export interface RunPlan {
  variant: Variant;
  shape: LoadShape;
  htmlBytes: number;
  processes: ProcessCounts;
  /** Name of the database template; if absent, the empty one of the variant's family. */
  template?: string;
  /** Delay in milliseconds of each answer of the receiving server; if absent, none. */
  sinkDelayMs?: number;
  /** The receiving server listens on these addresses and offers STARTTLS; if absent, on 127.0.0.1 without it. */
  secureSink?: readonly string[];
  /** Starts the variant's processes; if absent, they are started like all others. */
  startProcess?: StartProcess;
}

/** Everything that is running during a run. */
export interface Run {
  plan: RunPlan;
  running: RunningVariant;
  servers: Servers;
  database: Database;
  databaseName: string;
  databaseUrl: string;
  sink: BenchProcess;
  load: BenchProcess;
  /** A time before the first request. */
  startedAt: Date;
  /** Number of requests sent so far. */
  requests: number;
}

/** The part of a run that the check at its end reads. */
export type InspectedRun = Pick<Run, 'plan' | 'database' | 'requests'> & { sink: Pick<BenchProcess, 'ask'> };

type Undo = (() => Promise<void>)[];

const POLL_MS = 5;
/** A slower run is broken, not slow. */
const SLOWEST_PER_SECOND = 50;
const PATIENCE_MS = 30_000;

/** Starts a run, works with it and cleans up. */
export async function withRun<Result>(
  plan: RunPlan,
  servers: Servers,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const { run, close } = await openRun(plan, servers);
  return await work(run).finally(close);
}

/** A run that stays open. */
export interface OpenRun {
  run: Run;
  close(): Promise<void>;
}

/** Starts a run. */
export async function openRun(plan: RunPlan, servers: Servers): Promise<OpenRun> {
  const undo: Undo = [];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    return { run: await setUp(plan, servers, undo), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Sends a load and waits until all mail that was sent so far is done.
 * @param messages the minimum; it is rounded up to whole requests
 * @param kind if absent, plain mails
 */
export async function deliver(
  run: Run,
  messages: number,
  kind?: MailKind,
): Promise<{ answer: LoadAnswer; messages: number; doneAtMs: number }> {
  const perRequest = messagesPerRequest(run.plan.shape);
  const requests = requestsFor(run, messages);
  const all = (run.requests + requests) * perRequest;
  const [answer, doneAtMs] = await Promise.all([send(run, { requests, kind }), waitUntilDone(run, all)]);
  return { answer, messages: requests * perRequest, doneAtMs };
}

/** The number of requests that contain at least this many messages. */
export function requestsFor({ plan }: Run, messages: number): number {
  return Math.ceil(messages / messagesPerRequest(plan.shape));
}

/**
 * Sends a load and waits for its answers only.
 * @throws Error when one is refused, or a process ends
 */
export async function send(
  run: Run,
  { requests, kind, pauseMs }: Pick<LoadQuestion, 'requests' | 'kind' | 'pauseMs'>,
): Promise<LoadAnswer> {
  const { shape, htmlBytes } = run.plan;
  const { target, processes } = run.running;
  const first = run.requests * shape.mailsPerRequest;
  const question: LoadQuestion = { target, shape, htmlBytes, kind, first, requests };
  run.requests += requests;
  const answer = run.load.ask<LoadAnswer>(pauseMs === undefined ? question : { ...question, pauseMs });
  return await Promise.race([answer, ...processes.map(({ failure }) => failure)]);
}

/** Returns the time at which the server had this many messages and the database showed them as done. */
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
 * Compares the received mail with the sent mail.
 * @throws Error when a mail is missing, duplicated or, of a variant that signs, not signed
 */
export async function inspectMail({ plan, database, sink, requests }: InspectedRun): Promise<void> {
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

/**
 * Process → microseconds of CPU so far, summed over processes of one name. Empty where the system does not report it.
 */
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
  const { variant, template = variant.family, sinkDelayMs = 0, secureSink } = plan;
  const { startProcess, databases, redisUrl } = servers;
  const startedAt = new Date();
  const name = `run_${servers.nextRun()}`;
  const connectionString = await databases.clone(name, template);
  undo.push(() => databases.drop(name));
  const database = openDatabase(connectionString);
  undo.push(() => database.end());
  const sink = await startProcess({
    name: 'sink',
    command: ['bench/sink/sink-main.ts', String(sinkDelayMs), ...(secureSink ? [secureSink.join()] : [])],
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
  const named = { databaseName: name, databaseUrl: connectionString };
  return { plan, running, servers, database, ...named, sink, load, startedAt, requests: 0 };
}

/** The result of the work if it comes before the deadline; otherwise undefined. */
export async function atMostUntil<Result>(
  deadlineMs: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  const late = pause(deadlineMs - monotonicMs(), undefined, { signal: stop.signal }).catch(() => undefined);
  return await Promise.race([work, late]).finally(() => stop.abort());
}
