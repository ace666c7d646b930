// The program of another commit, built once and kept: its sources next to their own build. What it needs is installed only where
// its lock file is another one.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isBuilt } from '../../dev/build/build.ts';

/** Another commit. */
export interface OtherBuild {
  /** Its hash, in short. */
  commit: string;
  /** The directory of its sources. */
  root: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Nothing looks for sources or tests there. */
const KEPT = path.join(ROOT, 'node_modules/.cache/posthorn-bench');
const LOCK_FILE = 'package-lock.json';
const execute = promisify(execFile);

/** Builds it unless that was done before. @param ref a branch, a tag, a hash @throws Error when there is none, or it cannot be built */
export async function buildOther(ref: string): Promise<OtherBuild> {
  const commit = await findCommit(ref);
  const root = path.join(KEPT, commit);
  if (!(await isBuilt(root))) await makeBuild(commit, root);
  return { commit, root };
}

/** @returns its hash, in short @throws Error when there is none */
export async function findCommit(ref: string): Promise<string> {
  const { stdout } = await execute('git', ['rev-parse', '--short=12', `${ref}^{commit}`], { cwd: ROOT });
  return stdout.trim();
}

async function makeBuild(commit: string, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  // The compiler treats files below node_modules as a package, and leaves some of them out: so it runs elsewhere.
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'posthorn-bench-build-'));
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "$1"`, 'sh', elsewhere], ROOT);
  const [own, other] = await Promise.all(
    [ROOT, elsewhere].map((each) => readFile(path.join(each, LOCK_FILE), 'utf8')),
  );
  if (own === other) await symlink(path.join(ROOT, 'node_modules'), path.join(elsewhere, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], elsewhere);
  // As that commit builds itself: its script was not always where it is today.
  await run('npm', ['run', 'build', '--', '--outDir', 'dist'], elsewhere);
  await mkdir(KEPT, { recursive: true });
  await run('mv', [elsewhere, root], ROOT);
}

/** Its output is written where progress is written. @throws Error when it fails */
export async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args[0]} failed with ${code}.`);
}
