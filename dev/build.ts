// The build of the program: `dist/`, in which its processes run without a loader, so that each starts in half the time
// and takes less memory. A build counts while it is newer than every source; without one the sources run themselves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const OUTPUT = 'dist';
/** Written when a build is complete. */
const STAMP = 'complete';
const SOURCES = ['api', 'migrations', 'ops', 'shared', 'workers', 'tsconfig.build.json', 'tsconfig.json'];

/** Where a build is, relative to the repository. */
export interface BuildOptions {
  outDir?: string;
  /** Ends the compiler. */
  signal?: AbortSignal;
}

/** Compiles the program. @returns false when it could not be compiled */
export async function build({ outDir = OUTPUT, signal }: BuildOptions = {}): Promise<boolean> {
  const stamp = path.join(ROOT, outDir, STAMP);
  try {
    await rm(stamp, { force: true });
    const compiler = spawn(
      process.execPath,
      [COMPILER, '-p', path.join(ROOT, 'tsconfig.build.json'), '--outDir', path.join(ROOT, outDir)],
      { stdio: 'inherit', ...(signal && { signal }) },
    );
    const [code] = await once(compiler, 'exit');
    if (code === 0) await writeFile(stamp, '');
    return code === 0;
  } catch {
    // It cannot be written here, or is not wanted any more.
    return false;
  }
}

/**
 * True when there is a build of the present sources.
 * @param root the repository; another one in tests
 */
export async function isBuilt(root = ROOT): Promise<boolean> {
  try {
    const { mtimeMs: builtAtMs } = await stat(path.join(root, OUTPUT, STAMP));
    const changes = await Promise.all(SOURCES.map((source) => lastChangeMs(path.join(root, source))));
    return Math.max(...changes) <= builtAtMs;
  } catch {
    return false;
  }
}

/** Of a file, or of all files in a folder. */
async function lastChangeMs(source: string): Promise<number> {
  const own = await stat(source);
  if (!own.isDirectory()) return own.mtimeMs;
  const files = await readdir(source, { recursive: true });
  const changes = await Promise.all(files.map(async (file) => (await stat(path.join(source, file))).mtimeMs));
  return Math.max(own.mtimeMs, ...changes);
}

/** Makes a build where there is none of the present sources. @returns false when there is none all the same */
export async function ensureBuilt(options: Pick<BuildOptions, 'signal'> = {}): Promise<boolean> {
  return (await isBuilt()) || (await build(options));
}

/** Where the build has a program, for example that of `api/main.ts`. */
export function builtFile(source: string): string {
  return path.join(OUTPUT, source.replace(/ts$/, 'js'));
}

/**
 * Arguments of Node that run a program from the repository.
 * @param hasBuild whether there is a build of the present sources
 */
export function programArguments(
  [source, ...args]: readonly [source: string, ...args: string[]],
  hasBuild: boolean,
): string[] {
  return hasBuild ? [builtFile(source), ...args] : ['--import', 'tsx/esm', source, ...args];
}
