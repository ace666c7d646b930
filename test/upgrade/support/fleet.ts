// The processes of an installation, each of the release before or of this one, as an upgrade exchanges them: one after the
// other, and clients always find one that listens.
import { expect } from 'chai';
import { openInstallation, type ReadyProcess } from '../../deploy/support/installation.ts';
import { ROOT } from '../../support/documents/root.ts';
import { readProcfile } from '../../support/processes/procfile.ts';
import { buildPreviousRelease } from './previous-release.ts';

/** A release. */
export type Release = 'previous' | 'present';
/** All groups of workers in one process, as `npm start` has them. */
export const ALL_WORKERS = 'worker';
const WORKER = /^worker-/;

/** The processes. */
export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** @param environment of all processes of both releases */
export async function openFleet(environment: Record<string, string>) {
  const directories = { previous: await buildPreviousRelease(), present: ROOT };
  const openBoth = () => ({
    previous: openInstallation(directories.previous),
    present: openInstallation(directories.present),
  });
  /** A program that ends says by its code what the judge reads in the logs of the others. */
  const processes = openBoth();
  const programs = openBoth();
  /** The newest last. */
  const running: { type: string; release: Release; ready: ReadyProcess }[] = [];
  let turns = 0;
  const liveOf = (type: string) => running.filter((each) => each.type === type);
  const fleet = {
    /** The types of processes, in the order of the Procfile. */
    types: [...readProcfile().keys()].filter((type) => type !== 'release'),
    async start(type: string, release: Release) {
      const command = commandOf(readProcfile(directories[release]), type);
      const ready = await processes[release].start({ command, environment });
      running.push({ type, release, ready });
    },
    /** Stops a process gracefully: first nothing new goes to it, as a proxy does it. */
    async stop(type: string, release: Release) {
      const index = running.findIndex((each) => each.type === type && each.release === release);
      const [{ ready } = expect.fail(`No ${type} of the ${release} release runs.`)] = running.splice(
        index,
        1,
      );
      await ready.stop();
    },
    /** Runs a program to its end. @returns what it prints */
    async run(command: string, release: Release): Promise<string> {
      const { code, lines } = await programs[release].run({ command, environment });
      const printed = lines.join('\n');
      expect(code, printed).to.equal(0);
      return printed;
    },
    /** Migrates. */
    release: (release: Release) =>
      fleet.run(commandOf(readProcfile(directories[release]), 'release'), release),
    /** A process of this type that listens, each in turn. */
    take(type: 'web' | 'inbound' | 'submission') {
      const live = liveOf(type);
      turns += 1;
      return live[turns % live.length]?.ready ?? expect.fail(`No ${type} runs.`);
    },
    /** The address of a `web`. */
    urlOf: (release: Release) =>
      `http://127.0.0.1:${liveOf('web').find((each) => each.release === release)?.ready.port}`,
    /** Errors in the logs, with the release whose process has written them. */
    errors: (): string[] =>
      Object.entries(processes).flatMap(([release, { logged }]) =>
        logged()
          .filter((line) => /"level":"?(?:error|fatal|50|60)\b/.test(line))
          .map((line) => `${release}: ${line}`),
      ),
    async stopAll() {
      try {
        await Promise.all(running.splice(0).map(({ ready }) => ready.stop()));
      } finally {
        for (const { killAll } of [processes, programs].flatMap(Object.values)) killAll();
      }
    },
  };
  return fleet;
}

function commandOf(procfile: ReadonlyMap<string, string>, type: string): string {
  if (type !== ALL_WORKERS) return procfile.get(type) ?? expect.fail(`The Procfile has no ${type}.`);
  const workers = [...procfile].filter(([name]) => WORKER.test(name));
  const groups = workers.map(([name]) => name.replace(WORKER, ''));
  return (workers[0]?.[1] ?? '').replace(/\S+$/, groups.join(' '));
}
