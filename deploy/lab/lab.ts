// The labs of failover (docs/scaling.md): a database or a queue of several machines fails in each way that it can, while two
// of everything of ours accept and send mail, and a bare client of the same server writes next to them. How long that
// client goes without is the measure: we may take little longer, and lose, repeat and end nothing.
import { setTimeout as delay } from 'node:timers/promises';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { type MailLoad, startMailLoad } from './mail-load.ts';
import { type Ours, startOurs } from './ours.ts';
import { type Episode, evaluate, type LabReport, sentenceOf } from './report.ts';

/** One way to break things, and to mend them again. */
export interface Failure {
  /** As in the table of docs/scaling.md. */
  name: string;
  /** Breaks it; a failure that has a duration, or a switchover, ends with the promise. */
  strike(): Promise<void>;
  /** Called when mail continues; resolves when all servers have their places again. */
  mend(): Promise<void>;
  /** Most seconds that ours may take longer than the bare client, which the new leader or master answers first. */
  limitSeconds: number;
  /** Most of the bare client's time that ours may be; REOPENED_SECONDS more are always allowed. */
  ratio: number;
}

/** What a lab starts. */
export interface LabServers {
  /** The URL of any database of the server; ours is created there. */
  databaseUrl: string;
  /** Without it the queues are in Postgres. */
  redisUrl?: string;
  /** A bare client's write (a commit, a SET), repeated each 50 ms, that connects again after an error. */
  bareWrite(): Promise<void>;
  failures: readonly Failure[];
}

/** How long to run, and what to say. */
export interface LabOptions {
  /** How often each failure strikes. */
  times: number;
  /** Variables of the second machine's processes. */
  secondMachine?: Record<string, string>;
  /** Where the logs of our processes go; otherwise nowhere. */
  logFile?: string | undefined;
  /** Called with a line for each failure that is over. */
  say?(line: string): void;
}

/** The bare client's pause between writes. */
const BARE_EACH_MS = 50;
/** Mail flows again when nothing was missing for this long. */
const STEADY_MS = 3_000;
const BACK_WITHIN_MS = 120_000;
/** All that was accepted arrives in this time after it flows again, retries of delivery included. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_EACH_MS = 100;

/**
 * Runs a lab. What it has started ends with the process (deploy/lab/main.ts).
 * @returns what it measured; `problems` is empty when every limit was kept
 */
export async function runLab(
  name: string,
  start: () => Promise<LabServers>,
  options: LabOptions,
): Promise<LabReport> {
  const { times, say = () => {} } = options;
  const servers = await start();
  const ours = await startOurs({ ...servers, ...options });
  const load = startMailLoad(ours);
  const hearts = [repeat(servers.bareWrite), ...load.hearts];
  await steady(hearts).catch((error: Error) => {
    throw new Error([error.message, ...load.problems.slice(0, 3)].join('\n'));
  });
  const episodes: Episode[] = [];
  for (let round = 0; round < times; round += 1)
    for (const failure of servers.failures) {
      const episode = await strike(failure, hearts, { load, ours });
      episodes.push(episode);
      say(`${round + 1}/${times} ${sentenceOf(episode)}`);
    }
  await load.finish();
  return evaluate(name, episodes, load);
}

async function strike(
  failure: Failure,
  hearts: readonly Heartbeat[],
  { load, ours }: { load: MailLoad; ours: Ours },
): Promise<Episode> {
  const from = performance.now();
  const deaths = ours.deaths();
  for (const heart of hearts) heart.begin();
  const problem = await strikeAndMend(failure, hearts, load.settled).catch((error: Error) => error.message);
  const [bareSeconds = 0, ...gaps] = hearts.map((heart) => heart.longestSeconds());
  return {
    failure,
    from,
    bareSeconds,
    problem,
    ourSeconds: Math.max(...gaps),
    ended: ours.deaths() - deaths,
    seconds: (performance.now() - from) / 1_000,
  };
}

async function strikeAndMend(
  failure: Failure,
  hearts: readonly Heartbeat[],
  settled: (withinMs: number) => Promise<void>,
): Promise<undefined> {
  try {
    await failure.strike();
    await steady(hearts);
  } finally {
    await failure.mend();
  }
  await steady(hearts);
  await settled(SETTLED_WITHIN_MS);
}

/** Resolves when nothing was missing for some seconds. @throws with what is still missing */
async function steady(hearts: readonly Heartbeat[]): Promise<void> {
  const from = performance.now();
  const deadline = from + BACK_WITHIN_MS;
  for (;;) {
    const late = hearts.filter((heart) => heart.steadyMs(from) < STEADY_MS);
    if (late.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(
        `not back after ${BACK_WITHIN_MS / 1_000} s: ${late.map(({ what }) => what).join(', ')}`,
      );
    await delay(LOOK_EACH_MS);
  }
}

function repeat(write: () => Promise<void>): Heartbeat {
  const heart = createHeartbeat('the bare client');
  void (async () => {
    for (;;) {
      await write().then(heart.beat, () => {});
      await delay(BARE_EACH_MS);
    }
  })();
  return heart;
}
