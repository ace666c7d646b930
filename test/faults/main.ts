// `npm run test:faults`: proves that the tests catch mistakes (mutation testing). Each patch of this folder is a slip that a
// developer could make. It is applied to a scratch copy of the working tree, and the test files that its header names must
// fail there. `npm run test:faults -- accept- people-code` runs the patches whose names contain one of these words.
// The last line is always `N passed, N failed`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FOLDER = 'test/faults';
const HEADER = /^Fault: \S.*\nCaught by: (\S.*)\n/;
/** The failure of a test. A file that crashes its process, or hangs, has caught nothing. */
const FAILED_TEST = /^Failed: \S+\.test\.ts: (?!.*: (?:the file ended its process|it hangs))(.+)$/m;

interface Fault {
  name: string;
  /** Absolute path. */
  patch: string;
  catchers: string[];
}

const words = process.argv.slice(2);
const faults = readFaults().filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const scratch = await mkdtemp(path.join(tmpdir(), 'posthorn-faults-'));
let child: ChildProcess | undefined;
let interrupted = false;
let caught = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });
}
try {
  await copyWorkingTree();
  if (await passesUnchanged()) for (const fault of faults) if (await isCaught(fault)) caught += 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}
const ok = caught === faults.length && faults.length > 0;
if (faults.length === 0) console.log('No patch has such a name.');
console.log(`${caught} passed, ${faults.length - caught} failed`);
process.exitCode = interrupted ? 130 : ok ? 0 : 1;

function readFaults(): Fault[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.patch'));
  return files.sort().map((file) => {
    const patch = path.resolve(FOLDER, file);
    const catchers = HEADER.exec(readFileSync(patch, 'utf8'))?.[1]?.split(' ') ?? [];
    const missing = catchers.find((catcher) => !existsSync(catcher));
    if (catchers.length === 0) throw new Error(`${file} does not begin with "Fault:" and "Caught by:".`);
    if (missing !== undefined) throw new Error(`${file} names ${missing}, which does not exist.`);
    return { name: path.basename(file, '.patch'), patch, catchers };
  });
}

/** Outside of the repository, so that no fault can stay in it. The build is a copy too: a test may make another. */
async function copyWorkingTree(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '');
  for (const file of [...files, 'dist'].filter((each) => existsSync(each)))
    await cp(file, path.join(scratch, file), { recursive: true, preserveTimestamps: true });
  await symlink(path.resolve('node_modules'), path.join(scratch, 'node_modules'));
}

/** A test that fails without any fault proves nothing about one. */
async function passesUnchanged(): Promise<boolean> {
  const { passed, failed, output } = await runTests([...new Set(faults.flatMap(({ catchers }) => catchers))]);
  const isFine = faults.length === 0 || (passed > 0 && failed === 0);
  if (!isFine && !interrupted)
    console.log(`${tailOf(output)}\nThe tests must pass before any fault is tried.`);
  return isFine;
}

async function isCaught({ name, patch, catchers }: Fault): Promise<boolean> {
  if (interrupted) return false;
  const began = performance.now();
  if (!applies(patch)) {
    console.log(`STALE     ${name}: the patch no longer applies and must be written again`);
    return false;
  }
  const { failed, output } = await runTests(catchers);
  execFileSync('git', ['apply', '--reverse', patch], { cwd: scratch });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const title = failed > 0 ? FAILED_TEST.exec(output)?.[1] : undefined;
  if (interrupted) return false;
  if (title !== undefined) console.log(`caught    ${name} in ${seconds} s by ${title}`);
  else console.log(`${failed > 0 ? `${tailOf(output)}\n` : ''}SURVIVED  ${name} in ${seconds} s`);
  return title !== undefined;
}

/** What the run says at its end: its failures, or its last lines. */
function tailOf(output: string): string {
  const start = output.search(/^Failed: /m);
  return start < 0 ? output.slice(-1_000) : output.slice(start);
}

function applies(patch: string): boolean {
  try {
    execFileSync('git', ['apply', patch], { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
}

/** Runs test files in the copy, on this Node and the default PostgreSQL only: one of them is enough to catch a fault. */
async function runTests(
  files: readonly string[],
): Promise<{ passed: number; failed: number; output: string }> {
  if (interrupted || files.length === 0) return { passed: 0, failed: 0, output: '' };
  const none = path.join(scratch, 'none');
  child = spawn(process.execPath, ['--import', 'tsx/esm', 'test/run.ts', '--looks=0', ...files], {
    cwd: scratch,
    env: { ...process.env, TEST_NODES_DIR: none, POSTGRES_15_BIN_DIR: none },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), output };
}
