// What strikes the product during a crash flow, and when: after a random share of the emails, and then after a moment
// that is random too.
import { randomInt } from 'node:crypto';
import { setTimeout as pauseOf } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import type { CrashHouse } from './crash-house.ts';
import type { Supervised } from './supervised.ts';

/** Between the answer that is waited for and the blow, at most. */
const HESITATION_MS = 100;
const FROZEN_MS = 3_000;

/** What happens at a random instant while such a share of the emails has been answered. */
export interface Blow {
  between: [from: number, to: number];
  strike: (house: CrashHouse) => Promise<void> | void;
}

/** Blows of one flow. */
export interface Striking {
  /** After how many emails each one strikes. */
  instants: readonly number[];
  onProgress(ended: number): void;
  /** Resolves when all have struck. @throws when one could not, or has not begun */
  finished(): Promise<void>;
  /** Resolves when none is under way, however they ended. */
  settled(): Promise<void>;
}

/** Draws the instants. @param blows in their order */
export function atRandom(house: CrashHouse, blows: readonly Blow[], emails: number): Striking {
  const planned = blows.map(({ between: [from, to], strike }) => ({
    after: randomInt(Math.floor(from * emails), Math.floor(to * emails)),
    strike,
  }));
  const waiting = [...planned];
  const struck: Promise<void>[] = [];
  return {
    instants: planned.map(({ after }) => after),
    onProgress(ended) {
      while (waiting[0] && waiting[0].after <= ended) struck.push(strikeSoon(house, waiting.shift()?.strike));
    },
    async finished() {
      await Promise.all(struck);
      if (waiting.length > 0) throw new Error(`${waiting.length} blows have not struck.`);
    },
    settled: async () => void (await Promise.allSettled(struck)),
  };
}

async function strikeSoon(house: CrashHouse, strike: Blow['strike'] | undefined): Promise<void> {
  await pauseOf(randomInt(HESITATION_MS));
  await strike?.(house);
}

/** The API dies at any instant, after its planned deaths. */
export async function killApi({ api }: CrashHouse): Promise<void> {
  await haveDiedAsPlanned('the API', [api]);
  api.kill();
}

async function haveDiedAsPlanned(name: string, processes: readonly Supervised[]): Promise<void> {
  const haveDied = () => processes.every(({ deaths, plannedDeaths }) => deaths() >= plannedDeaths);
  await eventually(`planned deaths of ${name}`, haveDied).catch((error: Error) => {
    const told = processes.map(({ deaths, plannedDeaths }) => `${deaths()} of ${plannedDeaths}`);
    throw new Error(`${error.message} There were ${told.join(', ')}.`, { cause: error });
  });
}

/** Postgres stops as with its machine, and comes back. */
export async function restartPostgres({ postgres }: CrashHouse): Promise<void> {
  await postgres.crash();
  await postgres.restart();
}

/** Redis loses all it has. */
export async function restartRedis({ redis }: CrashHouse): Promise<void> {
  await redis?.kill();
  await redis?.restart();
}

/** Redis keeps its connections and says nothing. */
export async function freezeRedis({ redis }: CrashHouse): Promise<void> {
  redis?.freeze();
  await pauseOf(FROZEN_MS);
  redis?.thaw();
}

/** Both send workers die while a message is half way to the server, after their planned deaths. */
export async function killInData({ sink, senders }: CrashHouse): Promise<void> {
  await haveDiedAsPlanned('the send workers', senders);
  const onStruck = () => {
    for (const sender of senders) sender.kill();
  };
  sink.setFault({ stage: 'in-data', afterBytes: 200, times: 1, kind: 'silence', onStruck });
}
