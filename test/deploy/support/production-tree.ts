// Builds what the image contains in a directory, without Docker: it follows the Dockerfile stage by stage, copies what
// COPY names and runs what RUN runs. Only `npm ci` is replaced, by links to the packages that it would install.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isBuilt } from '../../../dev/build/build.ts';
import { isDashboardBuilt } from '../../../dev/build/build-dashboard.ts';
import { ROOT } from '../../support/documents/root.ts';
import { contextNames, type Instruction, parseCopy, parseDockerfile, type Stage } from './dockerfile.ts';

const run = promisify(execFile);

/** What is known about a stage that was built. */
interface Built {
  /** Directory in place of the root of its file system. */
  root: string;
  workdir: string;
}

/** The entries of package-lock.json that say when a package is left out. */
interface Locked {
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

/**
 * Builds the tree.
 * @param directory an empty directory
 * @param given `compiles`: the program, which takes 25 s of CPU; else the command to build finds a copy of this
 * repository's build that is newer than its sources, and compiles only if it lacks one of them
 * @returns the directory from which the processes run
 */
export async function buildProductionTree(directory: string, given: { compiles: boolean }): Promise<string> {
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const isReady = !given.compiles && (await isBuilt()) && (await isDashboardBuilt());
  const command = 'npm run build';
  const stages = parseDockerfile(
    isReady ? dockerfile.replace(command, `cp -r ${ROOT}dist . && ${command}`) : dockerfile,
  );
  const built = new Map<string, Built>();
  let last: Built = { root: directory, workdir: '/' };
  for (const [index, stage] of stages.entries()) {
    const root = path.join(directory, stage.name ?? String(index));
    last = await buildStage(stage, root, built);
    if (stage.name) built.set(stage.name, last);
  }
  return path.join(last.root, last.workdir);
}

async function buildStage(stage: Stage, root: string, built: ReadonlyMap<string, Built>): Promise<Built> {
  const base = built.get(stage.base);
  const state = { root, workdir: base?.workdir ?? '/' };
  await mkdir(root, { recursive: true });
  if (base) await cp(base.root, root, { recursive: true });
  for (const instruction of stage.instructions) await follow(instruction, state, built);
  return state;
}

async function follow(
  { keyword, text }: Instruction,
  state: Built,
  built: ReadonlyMap<string, Built>,
): Promise<void> {
  if (keyword === 'WORKDIR') {
    state.workdir = text;
    await mkdir(path.join(state.root, text), { recursive: true });
  }
  if (keyword === 'COPY') await copy(text, state, built);
  if (keyword === 'RUN') await runCommand(text, path.join(state.root, state.workdir));
}

async function copy(text: string, state: Built, built: ReadonlyMap<string, Built>): Promise<void> {
  const { from, sources, target } = parseCopy(text);
  const stage = from === undefined ? undefined : built.get(from);
  if (from !== undefined && !stage) throw new Error(`There is no stage ${from}.`);
  const files = sources.map((source) => (stage ? path.join(stage.root, source) : path.join(ROOT, source)));
  const to = path.join(state.root, path.resolve(state.workdir, target));
  // As in Docker, of a directory its contents are copied. The context has what .dockerignore lets through.
  for (const file of stage ? files : await contextOf(files)) {
    const intoDirectory = target.endsWith('/') || (!stage && sources[0] === '.');
    const destination = intoDirectory ? path.join(to, path.basename(file)) : to;
    await mkdir(path.dirname(destination), { recursive: true });
    await cp(file, destination, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
}

async function contextOf(files: string[]): Promise<string[]> {
  const names = contextNames(await readFile(path.join(ROOT, '.dockerignore'), 'utf8'));
  const present = names.map((name) => path.join(ROOT, name));
  const [first] = files;
  if (first !== undefined && path.resolve(first) === path.resolve(ROOT)) return present;
  for (const file of files) {
    if (!present.includes(file)) throw new Error(`.dockerignore leaves out ${path.relative(ROOT, file)}.`);
  }
  return files;
}

async function runCommand(command: string, directory: string): Promise<void> {
  if (command.startsWith('npm ci')) return await linkPackages(command, directory);
  const { PATH, HOME, TMPDIR } = process.env;
  await run('/bin/sh', ['-ec', command], { cwd: directory, env: { PATH, HOME, TMPDIR } });
}

/** Links each package that this `npm ci` would install, and no other: a module that is imported must be one of them. */
export async function linkPackages(command: string, directory: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(path.join(directory, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const omitsDev = command.includes('--omit=dev');
  const omitsOptional = command.includes('--omit=optional');
  const installed = await realpath(path.join(ROOT, 'node_modules'));
  for (const [place, { dev, optional, devOptional }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    const isOmitted =
      (omitsDev && dev) || (omitsOptional && optional) || (omitsDev && omitsOptional && devOptional);
    if (!name || isOmitted || !(await exists(path.join(installed, name)))) continue;
    const link = path.join(directory, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(installed, name), link);
  }
  // By this file dev/install.mjs sees that the packages are installed.
  const record = '.package-lock.json';
  await cp(path.join(installed, record), path.join(directory, 'node_modules', record));
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
