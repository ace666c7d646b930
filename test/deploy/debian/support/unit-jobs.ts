// The units of the machine and their jobs: what systemd does for Requires, Wants, After and PartOf.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findUnit, listOf, type Unit } from '../../support/units.ts';
import { createService, type Service } from './service.ts';

export const ADMINISTRATOR = '/etc/systemd/system';
/** Where systemd looks for units, in its order. */
const DIRECTORIES = [
  ADMINISTRATOR,
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/lib/systemd/system',
];
const LOG_LINES_MAX = 2_000;

/** A unit that was loaded. */
export interface Loaded {
  unit: Unit;
  service: Service;
  log: string[];
}

/** What systemd does with them. */
export interface UnitJobs {
  /** Reads a unit, once until `reload`. */
  find(name: string): Loaded | undefined;
  isMasked(name: string): boolean;
  /** The units that were loaded and are not inactive. */
  active(): Loaded[];
  /** @returns the names of those that could not be started */
  start(names: readonly string[]): Promise<string[]>;
  stop(names: readonly string[]): Promise<void>;
  /** Those that require one of them, or are part of it, restart too if they are active. */
  restart(names: readonly string[]): Promise<string[]>;
  reload(): void;
}

export function createUnitJobs(): UnitJobs {
  const units = new Map<string, Unit>();
  const services = new Map<string, { service: Service; log: string[] }>();
  /** Those that are starting now. */
  const jobs = new Map<string, Promise<boolean>>();

  function find(name: string): Loaded | undefined {
    const unit = units.get(name) ?? findUnit(DIRECTORIES, name);
    if (!unit) return undefined;
    units.set(name, unit);
    let known = services.get(name);
    if (!known) {
      const log: string[] = [];
      const write = (text: string) => log.splice(0, log.push(...text.split(/(?<=\n)/)) - LOG_LINES_MAX);
      known = { log, service: createService(write, () => void start([name])) };
      services.set(name, known);
    }
    return { unit, ...known };
  }
  const isMasked = (name: string) => findFile(name) === '/dev/null';
  const active = () =>
    [...services.keys()]
      .flatMap((name) => find(name) ?? [])
      .filter(({ service }) => service.state() !== 'inactive');

  /** What a start of these units starts. */
  function collect(names: readonly string[], into = new Set<string>()): Set<string> {
    for (const name of names.filter((each) => !into.has(each) && !isMasked(each))) {
      const found = find(name);
      if (!found) continue;
      into.add(name);
      const enabled = DIRECTORIES.map((directory) => path.join(directory, `${name}.wants`));
      const wanted = enabled.filter((each) => existsSync(each)).flatMap((each) => readdirSync(each));
      collect([...listOf(found.unit, 'Unit.Requires'), ...listOf(found.unit, 'Unit.Wants'), ...wanted], into);
    }
    return into;
  }

  async function start(names: readonly string[]): Promise<string[]> {
    const all = collect(names);
    const own = new Map<string, Promise<boolean>>();
    const run = async ({ unit, service }: Loaded): Promise<boolean> => {
      const after = listOf(unit, 'Unit.After').filter((each) => all.has(each) || jobs.has(each));
      await Promise.all(after.map(job));
      const required = listOf(unit, 'Unit.Requires');
      if (required.some((each) => find(each)?.service.state() !== 'active')) return false;
      return await service.start(unit);
    };
    const job = (name: string): Promise<boolean> => {
      const loaded = find(name);
      const known = own.get(name) ?? jobs.get(name);
      const running = known ?? (loaded ? run(loaded) : Promise.resolve(false));
      own.set(name, running);
      if (!known) {
        jobs.set(name, running);
        void running.finally(() => jobs.delete(name));
      }
      return running;
    };
    const results = await Promise.all([...all].map(async (name) => [name, await job(name)] as const));
    return names.filter((name) => !results.some(([each, isUp]) => each === name && isUp));
  }

  function dependents(names: readonly string[]): string[] {
    const all = new Set(names.filter((name) => find(name)));
    for (const name of all)
      for (const { unit } of active())
        if ([...listOf(unit, 'Unit.PartOf'), ...listOf(unit, 'Unit.Requires')].includes(name))
          all.add(unit.name);
    return [...all];
  }

  async function stopAll(names: readonly string[]): Promise<void> {
    const stopping = new Map<string, Promise<void>>();
    const stop = (name: string): Promise<void> => {
      const later = names.filter((each) => listOf(find(each)?.unit, 'Unit.After').includes(name));
      const running =
        stopping.get(name) ?? Promise.all(later.map(stop)).then(() => find(name)?.service.stop());
      stopping.set(name, running);
      return running;
    };
    await Promise.all(names.map(stop));
  }

  return {
    find,
    isMasked,
    active,
    start,
    stop: (names) => stopAll(dependents(names)),
    async restart(names) {
      const all = dependents(names);
      await stopAll(all);
      const failed = await start(all);
      return failed.filter((name) => names.includes(name));
    },
    reload: () => units.clear(),
  };
}

function findFile(name: string): string | undefined {
  const file = DIRECTORIES.map((directory) => path.join(directory, name)).find((each) => existsSync(each));
  return file && realpathSync(file);
}
