// What is killed, crashed and frozen during a long run, and when: drawn from its seed.
import { setTimeout as pause } from 'node:timers/promises';
import { crashDraws } from '../flows/support/crash-draws.ts';
import { eventually } from '../support/time/eventually.ts';
import { repeat } from './repeat.ts';
import type { World } from './world.ts';

const PAUSE_MS = [15_000, 45_000] as const;
/** Shorter where the run is. */
const PAUSES_MIN = 8;
/** Redis is frozen for longer than a command may take (shared/platform/redis/connect.ts). */
const FROZEN_MS = [1_000, 6_000] as const;
/** Most faults are deaths of a process. */
const KILLS_OF_TEN = 6;

/** Begins. @returns a function that ends it, and what has struck */
export function startFaults(world: World, durationMs: number, complain: (what: string) => void) {
  const draw = crashDraws('faults of the long run');
  const longest = Math.min(PAUSE_MS[1], durationMs / PAUSES_MIN);
  const shortest = Math.min(PAUSE_MS[0], longest / 2);
  const struck: Record<string, number> = {};
  const { pairs, postgres, redis } = world;
  const kill = async (place: number) => {
    const pair = pairs[place];
    if (!pair) return;
    await eventually(`the ${pair.kind} has started again`, () => pair.mortal.isReady);
    const deaths = pair.mortal.deaths();
    pair.kills += 1;
    pair.mortal.kill();
    await eventually(`the ${pair.kind} is dead`, () => pair.mortal.deaths() > deaths);
  };
  const others: Record<string, () => Promise<void>> = {
    'crashes of Postgres': () => postgres.crash(),
    'failovers from a dead Postgres': () => postgres.failOver((primary) => primary.crash()),
    'failovers from a frozen Postgres': () => postgres.failOver((primary) => primary.freeze()),
    async 'deaths of Redis'() {
      await redis.kill();
      await redis.restart();
    },
    async 'freezes of Redis'() {
      redis.freeze();
      await pause(draw(FROZEN_MS[1], FROZEN_MS[0]));
      redis.thaw();
    },
    'deaths of all at once': async () => void (await Promise.all(pairs.map((_, place) => kill(place)))),
  };
  const strike = async () => {
    const isKill = draw(10) < KILLS_OF_TEN;
    const place = draw(pairs.length);
    const name = Object.keys(others)[draw(Object.keys(others).length)] as string;
    const what = isKill ? `deaths of ${pairs[place]?.kind}` : name;
    struck[what] = (struck[what] ?? 0) + 1;
    await (isKill ? kill(place) : others[name]?.());
  };
  const end = repeat(
    (number) =>
      // The first pause goes before the first fault.
      number === 1 ? pause(0) : strike().catch((error) => complain(`a fault failed: ${error.message}`)),
    () => draw(longest, shortest),
  );
  return { struck, end };
}
