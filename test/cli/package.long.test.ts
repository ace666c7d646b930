// The package of `npm pack` needs only Node, and starts fast enough to be used in shell loops. That the command line runs
// with the packages of production alone is also tested in test/deploy/processes.test.ts.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startPosthorn } from './support/cli.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** How many times the CPU time of Node's own start ours may take; it took 2.3. */
const START_MAX_TIMES = 4;
const RUNS = 5;
const REPORT_CPU_TIME =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(String((user+system)/1000))})';

describe('The packed command line', () => {
  let directory: string;
  let program: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-pack-'));
    const packed = spawnSync('npm', ['pack', '--pack-destination', directory, '--json', '--loglevel=error'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')));
    spawnSync('tar', ['-xzf', path.join(directory, filename), '-C', directory]);
    // Its only installed dependency is commander.
    await mkdir(path.join(directory, 'node_modules'));
    await symlink(path.join(ROOT, 'node_modules/commander'), path.join(directory, 'node_modules/commander'));
    program = path.join(directory, 'package/cli/posthorn.mjs');
  });
  after(() => rm(directory, { recursive: true }));

  it('runs without TypeScript', async () => {
    const { code, stdout } = await startPosthorn(['emails', 'send', '--help'], { program }).ended;
    expect(code).to.equal(0);
    expect(stdout).to.contain('--subject');
  });

  it(`starts within ${START_MAX_TIMES} times what Node takes to start`, () => {
    const ofNode = startMs('--eval', '0');
    expect(ofNode).to.be.above(0);
    expect(startMs(program, 'emails', 'list', '--help') / ofNode)
      .to.be.above(1)
      .and.below(START_MAX_TIMES);
  });
});

/** @returns ms of CPU of the fastest of some runs; the wall clock would also measure other work of the machine */
function startMs(...args: string[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const { stderr } = spawnSync(process.execPath, ['--import', REPORT_CPU_TIME, ...args], {
      encoding: 'utf8',
    });
    return Number(stderr);
  });
  return Math.min(...times);
}
