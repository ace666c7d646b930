// Builds what the image contains in a directory, without Docker, from a package of this repository: it follows the
// Dockerfile stage by stage, copies what COPY names and runs what RUN runs. Only `npm ci` is replaced, by links to the packages that it would install.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/documents/root.ts';
import { packRepository } from '../../support/release/packed.ts';
import { type Instruction, parseCopy, parseDockerfile, type Stage } from './dockerfile.ts';

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
 * @param given `compiles`: the program, as `npm pack` does, which takes 25 s of CPU; else the package is made from this
 * repository's build
 * @returns the directory from which the processes run
 */
export async function buildProductionTree(directory: string, given: { compiles: boolean }): Promise<string> {
  const context = path.join(directory, 'context');
  await mkdir(context);
  await packRepository(context, given);
  const stages = parseDockerfile(await readFile(path.join(ROOT, 'Dockerfile'), 'utf8'));
  const built = new Map<string, Built>();
  let last: Built = { root: directory, workdir: '/' };
  for (const [index, stage] of stages.entries()) {
    const root = path.join(directory, stage.name ?? String(index));
    last = await buildStage(stage, { root, context }, built);
    if (stage.name) built.set(stage.name, last);
  }
  return path.join(last.root, last.workdir);
}

async function buildStage(
  stage: Stage,
  { root, context }: { root: string; context: string },
  built: ReadonlyMap<string, Built>,
): Promise<Built> {
  const base = built.get(stage.base);
  const state = { root, context, workdir: base?.workdir ?? '/' };
  await mkdir(root, { recursive: true });
  if (base) await cp(base.root, root, { recursive: true });
  for (const instruction of stage.instructions) await follow(instruction, state, built);
  return state;
}

async function follow(
  { keyword, text }: Instruction,
  state: Built & { context: string },
  built: ReadonlyMap<string, Built>,
): Promise<void> {
  if (keyword === 'WORKDIR') {
    state.workdir = text;
    await mkdir(path.join(state.root, text), { recursive: true });
  }
  if (keyword === 'COPY') await copy(text, state, built);
  if (keyword === 'RUN') await runCommand(text, path.join(state.root, state.workdir));
}

async function copy(
  text: string,
  state: Built & { context: string },
  built: ReadonlyMap<string, Built>,
): Promise<void> {
  const { from, sources, target } = parseCopy(text);
  const stage = from === undefined ? undefined : built.get(from);
  if (from !== undefined && !stage) throw new Error(`There is no stage ${from}.`);
  const to = path.join(state.root, path.resolve(state.workdir, target));
  await mkdir(to, { recursive: true });
  // As in Docker, of a directory its contents are copied.
  const paths = stage ? sources.map((source) => `${path.join(stage.root, source)}/.`) : sources;
  await run('/bin/sh', ['-ec', `cp -a ${paths.join(' ')} ${to}`], { cwd: state.context });
}

async function runCommand(command: string, directory: string): Promise<void> {
  if (command.startsWith('npm ci')) return await linkPackages(command, directory);
  const { PATH, HOME, TMPDIR } = process.env;
  await run('/bin/sh', ['-ec', command], { cwd: directory, env: { PATH, HOME, TMPDIR } });
}

/** Links each package that this `npm ci` would install, and no other: a module that is imported must be one of them. */
export async function linkPackages(command: string, directory: string): Promise<void> {
  const shrinkwrap = path.join(directory, 'npm-shrinkwrap.json');
  const lockfile = (await exists(shrinkwrap)) ? shrinkwrap : path.join(directory, 'package-lock.json');
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as {
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
