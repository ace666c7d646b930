// The build of the program in `dist/`, from which its processes run without a TypeScript loader, so that each starts in
// half the time and needs less memory. A build is used while it is newer than every source; without one the sources
// run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { IS_PACKAGED } from '../start-command.ts';
import { isNewerThan } from './build-freshness.ts';
import { bundlePrograms, ROOT } from './bundle.ts';
import { packCommandLine } from './command-line-package.ts';

/** `npm run check` checks the types, for which the compiler would need as long again. */
const COMPILER_OPTIONS = ['-p', path.join(ROOT, 'tsconfig.build.json'), '--noCheck'];
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const OUTPUT = 'dist';
/** Written when a build is complete. */
const STAMP = 'complete';
const SOURCES = [
  'api',
  'cli',
  'dev',
  'migrations',
  'ops',
  'shared',
  'smtp',
  'workers',
  'LICENSE',
  'openapi.json',
  'package-lock.json',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** The files that programs read next to their modules, and that no compiler writes. */
const READ_FILES = [
  'api/public/appearance/plain.css',
  'api/public/appearance/appearance.css',
  'api/public/start/page/start.css',
  'dev/inbox/page',
  'shared/contract/appearance/icon.svg',
  'shared/contract/appearance/tokens.css',
];

/** The target of the build, relative to the repository. */
export interface BuildOptions {
  outDir?: string;
  /** Each program stays in its modules, without comments: for a look at what runs. */
  inModules?: boolean;
  /** Aborts the compiler. */
  signal?: AbortSignal;
}

/** Compiles and bundles the program, and packs the command line. @returns false when it could not be compiled */
export async function build({
  outDir = OUTPUT,
  inModules = false,
  signal,
}: BuildOptions = {}): Promise<boolean> {
  const stamp = path.join(ROOT, outDir, STAMP);
  try {
    await rm(stamp, { force: true });
    const compiler = spawn(
      process.execPath,
      [
        COMPILER,
        ...COMPILER_OPTIONS,
        '--outDir',
        path.join(ROOT, outDir),
        ...(inModules ? ['--removeComments'] : []),
      ],
      { stdio: 'inherit', ...(signal && { signal }) },
    );
    const [code] = await once(compiler, 'exit');
    if (code !== 0) return false;
    if (!inModules) await bundlePrograms(path.join(ROOT, outDir));
    await packCommandLine(path.join(ROOT, outDir));
    await Promise.all(
      READ_FILES.map(async (file) => {
        const copy = path.join(ROOT, outDir, file);
        await mkdir(path.dirname(copy), { recursive: true });
        await cp(path.join(ROOT, file), copy, { recursive: true });
      }),
    );
    await writeFile(stamp, '');
    return true;
  } catch {
    // The directory is not writable, the bundler is not installed, or the build was aborted.
    return false;
  }
}

/**
 * True when there is a build of the present sources.
 * @param root the repository; another one in tests
 */
export function isBuilt(root = ROOT): Promise<boolean> {
  return isNewerThan(
    path.join(root, OUTPUT, STAMP),
    SOURCES.map((source) => path.join(root, source)),
  );
}

/** Builds unless there is a build of the present sources. @returns false when there is still none afterwards */
export async function ensureBuilt(options: Pick<BuildOptions, 'signal'> = {}): Promise<boolean> {
  return IS_PACKAGED || (await isBuilt()) || (await build(options));
}

/** The compiled file of a source, for example of `api/main.ts`. */
export function builtFile(source: string): string {
  return path.join(OUTPUT, source.replace(/ts$/, 'js'));
}

/**
 * Arguments of Node that run a program of the repository.
 * @param hasBuild whether there is a build of the present sources
 */
export function programArguments(
  [source, ...args]: readonly [source: string, ...args: string[]],
  hasBuild: boolean,
): string[] {
  return hasBuild ? [builtFile(source), ...args] : ['--import', 'tsx/esm', source, ...args];
}
