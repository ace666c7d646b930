// A clone of this repository as a user has it: the files and installed packages that a start needs.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeClusterHome } from '../../../dev/postgres/cluster-home.ts';
import { stopOrphanedCluster } from '../../../dev/postgres/orphaned-cluster.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const NEEDED_FILES = /^(api|dev|migrations|openapi|shared|smtp|workers|package|tsconfig)/;

const TOP = /^node_modules\/(@[^/]+\/)?[^/]+$/;
const RUNS_TYPESCRIPT = /^node_modules\/(tsx|esbuild|@esbuild\/.+)$/;

/** A clone on the disk. */
export interface Clone {
  directory: string;
  dataDir: string;
  /** Moves it to the wanted place with the wanted modes, with an empty data directory. */
  arrange(state: CloneState): Promise<void>;
  remove(): Promise<void>;
}

/** Where the clone is on the disk, and its modes. */
export interface CloneState {
  /** Mode of the directory that contains the clone. */
  parentMode: '755' | '700';
  /** The umask with which the files appear to have been made. */
  umask: '022' | '077';
  owner: { uid: number; gid: number };
}

const MODES = { '022': 'go=u,go-w', '077': 'go-rwx' };

/** Makes a clone. That takes seconds, so a test file makes one and rearranges it for each test. */
export async function makeClone(): Promise<Clone> {
  const parent = await mkdtemp(path.join(tmpdir(), 'posthorn-clone-'));
  const directory = path.join(parent, 'posthorn');
  const dataDir = path.join(directory, '.posthorn');
  await mkdir(directory);
  const needed = listRepository().filter((file) => NEEDED_FILES.test(file));
  copyFiles([...needed, ...(await listPackages())], directory);
  const empty = async () => {
    await stopOrphanedCluster(dataDir);
    await removeClusterHome(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    directory,
    dataDir,
    async arrange({ parentMode, umask, owner }) {
      await empty();
      execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, parent]);
      execFileSync('chmod', ['-R', MODES[umask], directory]);
      execFileSync('chmod', [parentMode, parent]);
    },
    async remove() {
      await empty();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** The files of the repository, also those that are not committed yet. */
export function listRepository(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files.split('\n').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

/** Directories of the installed packages of production, and of what runs TypeScript: nothing is compiled in a clone. */
async function listPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages as Record<string, { dev?: boolean }>)
    .filter(([directory, { dev }]) => TOP.test(directory) && (!dev || RUNS_TYPESCRIPT.test(directory)))
    .map(([directory]) => directory)
    .filter((directory) => existsSync(path.join(ROOT, directory)));
}

/** Copies files of the repository with their directories. */
export function copyFiles(paths: string[], target: string): void {
  const { status, stderr } = spawnSync('xargs', ['-0', 'cp', '-r', '--parents', '-t', target], {
    cwd: ROOT,
    input: paths.join('\0'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The clone could not be made: ${stderr}`);
}
