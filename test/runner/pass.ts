// One pass over test files, on several places at a time. The longest files start first. Many of them wait most of the
// time, so there are more places than cores: another one opens whenever the machine was idle, and one stays closed
// while it was not. A pass never ends because of its duration, only because a place has been silent (place.ts).
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { type FileResult, openPlace, type Place } from './place.ts';

/** What a pass runs, and how. */
export interface PassOptions {
  files: readonly string[];
  /** Only tests whose title matches it. */
  grep: string | undefined;
  /** What is added to our environment. */
  environment: Record<string, string>;
  /** The program `node` that runs it, and that `node` and `npm` mean in it; by default our own. */
  node?: string | undefined;
  /** Places that are open whatever the load of the machine is; others open while it is idle. */
  placesMin?: number | undefined;
  /** 1: the files run alone, one after the other. */
  placesMax?: number | undefined;
  /** Asked before a file begins; one that may not waits. By default each file runs. */
  beginsIf?: ((file: string) => boolean) | undefined;
  /** Called with each file that has ended. */
  onResult(file: string, result: FileResult): void;
}

/** A pass in progress. */
export interface Pass {
  /** Resolves when every file has a result, or after `stop`. */
  ended: Promise<void>;
  stop(): void;
}

/** With one that waits, both cores are busy. */
const PLACES_MIN = availableParallelism() + 1;
/** Each takes 200 to 300 MB, and up to 20 connections of the server. */
const PLACES_MAX = Math.max(PLACES_MIN, Math.min(10, Math.floor(process.availableMemory() / 2 ** 30)));
/** Shares of the processor time since the last look: above, another place opens; below, one that ends a file closes. */
const IDLE_SHARE = 0.25;
const BUSY_SHARE = 0.05;
const CHECK_EVERY_MS = 1_000;
/** A wait of a test ends earlier: only what waits for nothing that ends is silent for so long. */
const SILENCE_MS = 5 * 60_000;
/** A long run has long waits. */
const LONG_SILENCE_MS = 60 * 60_000;

/** Starts a pass. */
export function startPass(given: PassOptions): Pass {
  const { files, grep, environment, node, beginsIf = () => true, onResult } = given;
  const { placesMax = PLACES_MAX, placesMin = Math.min(PLACES_MIN, placesMax) } = given;
  const own: NodeJS.ProcessEnv = { ...process.env, ...environment };
  const options = {
    node: node ?? process.execPath,
    environment: node ? { ...own, PATH: [path.dirname(node), own['PATH']].join(path.delimiter) } : own,
    grep,
    silenceMs: Number(own['TEST_SILENCE_MS'] ?? (own['TEST_LONG'] ? LONG_SILENCE_MS : SILENCE_MS)),
  };
  const waiting = [...files];
  const take = () => {
    const at = waiting.findIndex(beginsIf);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const places = new Set<Place>();
  const closed: Place[] = [];
  const idleShare = createIdleMeter();
  let idle = 1;
  let stopped = false;
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });

  const work = async (place: Place): Promise<void> => {
    places.add(place);
    for (let file = take(); file !== undefined; file = take()) {
      const result = await place.run(file);
      if (stopped) return;
      onResult(file, result);
      if (idle < BUSY_SHARE && places.size > placesMin) break;
    }
    places.delete(place);
    closed.push(place);
    if (places.size === 0) finish();
  };
  const open = () => void work(closed.pop() ?? openPlace(options));
  const look = setInterval(() => {
    idle = idleShare();
    if (idle > IDLE_SHARE && waiting.some(beginsIf) && places.size < placesMax) open();
  }, CHECK_EVERY_MS);
  const finish = () => {
    clearInterval(look);
    for (const place of [...places, ...closed]) place.stop();
    done();
  };
  for (let opened = 0; opened < Math.min(placesMin, files.length); opened += 1) open();
  return {
    ended,
    stop() {
      stopped = true;
      finish();
    },
  };
}

/** @returns a function that answers the share of the machine's processor time since its last call that nothing used */
function createIdleMeter(): () => number {
  const read = () => {
    const times = cpus().map(({ times }) => times);
    const idle = times.reduce((sum, each) => sum + each.idle, 0);
    const all = times.reduce(
      (sum, { user, nice, sys, irq, idle }) => sum + user + nice + sys + irq + idle,
      0,
    );
    return { idle, all };
  };
  let last = read();
  return () => {
    const now = read();
    const share = (now.idle - last.idle) / Math.max(1, now.all - last.all);
    last = now;
    return share;
  };
}
