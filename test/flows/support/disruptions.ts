// Fault injection of a crash flow: what is killed or frozen, and when: after a random share of the emails, plus a
// random delay.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { eventually } from '../../support/time/eventually.ts';
import { crashDraws } from './crash-draws.ts';
import type { CrashStack } from './crash-stack.ts';
import type { Supervised } from './supervised.ts';

/** The largest delay between the awaited answer and the fault. */
const HESITATION_MS = 100;
/** Longer than a command may take (shared/platform/redis/connect.ts). */
const FROZEN_MS = 3_000;

/** A fault, and the shares of answered emails between which it strikes, at a random instant. */
export interface Disruption {
  between: [from: number, to: number];
  strike: (stack: CrashStack) => Promise<void> | void;
}

/** The faults of one flow. */
export interface DisruptionSchedule {
  /** Numbers of answered emails after which each fault strikes. */
  instants: readonly number[];
  onProgress(ended: number): void;
  /** Resolves when all have struck. @throws when one failed, or has not begun */
  finished(): Promise<void>;
  /** Resolves when no fault is in progress, whatever their outcome. */
  settled(): Promise<void>;
}

/** Every fault strikes once in each round. */
export function inEachRound(rounds: number, disruptions: readonly Disruption[]): Disruption[] {
  return Array.from({ length: rounds }, (_, round) =>
    disruptions.map(
      ({ between: [from, to], strike }): Disruption => ({
        between: [(round + from) / rounds, (round + to) / rounds],
        strike,
      }),
    ),
  ).flat();
}

/** Chooses the random instants. @param disruptions in their order */
export function scheduleDisruptions(
  stack: CrashStack,
  disruptions: readonly Disruption[],
  emails: number,
): DisruptionSchedule {
  const draw = crashDraws('disruptions');
  const planned = disruptions.map(({ between: [from, to], strike }) => ({
    after: draw(Math.floor(to * emails), Math.floor(from * emails)),
    hesitationMs: draw(HESITATION_MS),
    strike,
  }));
  const waiting = [...planned];
  const struck: Promise<void>[] = [];
  return {
    instants: planned.map(({ after }) => after),
    onProgress(ended) {
      for (let next = waiting[0]; next && next.after <= ended; next = waiting[0]) {
        struck.push(strikeSoon(stack, next));
        waiting.shift();
      }
    },
    async finished() {
      await Promise.all(struck);
      if (waiting.length > 0) throw new Error(`${waiting.length} disruptions have not struck.`);
    },
    settled: async () => void (await Promise.allSettled(struck)),
  };
}

async function strikeSoon(
  stack: CrashStack,
  { hesitationMs, strike }: Pick<Disruption, 'strike'> & { hesitationMs: number },
): Promise<void> {
  await pauseOf(hesitationMs);
  await strike(stack);
}

/** The API is killed at a random instant, after its planned deaths. */
export async function killApi({ api }: CrashStack): Promise<void> {
  await haveDiedAsPlanned('the API', [api]);
  api.kill();
}

/** The same for the process that takes mail by SMTP. */
export async function killSubmission({ submission }: CrashStack): Promise<void> {
  if (!submission) throw new Error('The flow has no submission.');
  await haveDiedAsPlanned('the submission', [submission]);
  submission.kill();
}

async function haveDiedAsPlanned(name: string, processes: readonly Supervised[]): Promise<void> {
  const haveDied = () => processes.every(({ deaths, plannedDeaths }) => deaths() >= plannedDeaths);
  await eventually(`planned deaths of ${name}`, haveDied).catch((error: Error) => {
    const counted = processes.map(({ deaths, plannedDeaths }) => `${deaths()} of ${plannedDeaths}`);
    throw new Error(`${error.message} There were ${counted.join(', ')}.`, { cause: error });
  });
}

/** Postgres crashes like its machine, and comes back. */
export async function restartPostgres({ postgres }: CrashStack): Promise<void> {
  await postgres.crash();
  await postgres.restart();
}

/** Redis loses all its data. */
export async function restartRedis({ redis }: CrashStack): Promise<void> {
  await redis?.kill();
  await redis?.restart();
}

/** Redis is frozen: it keeps its connections and does not answer. */
export async function freezeRedis({ redis }: CrashStack): Promise<void> {
  if (!redis) return;
  redis.freeze();
  await pauseOf(FROZEN_MS);
  redis.thaw();
}

/** Both send workers die while a message is being sent to the server, after their planned deaths. */
export async function killInData({ sink, senders }: CrashStack): Promise<void> {
  await haveDiedAsPlanned('the send workers', senders);
  const onStruck = () => {
    for (const sender of senders) sender.kill();
  };
  sink.setFault({ stage: 'in-data', afterBytes: 200, times: 1, kind: 'silence', onStruck });
}
