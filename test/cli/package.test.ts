// The package of `npm pack` needs only Node, and starts fast enough to be used in shell loops.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startPosthorn } from './support/cli.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Limit of the CPU time of a start; the wall clock would also measure other work of the machine. */
const START_MAX_MS = 300;
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

  it(`starts within ${START_MAX_MS} ms`, () => {
    const times = Array.from({ length: RUNS }, () => {
      const args = ['--import', REPORT_CPU_TIME, program, 'emails', 'list', '--help'];
      return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr);
    });
    expect(Math.min(...times))
      .to.be.above(0)
      .and.below(START_MAX_MS);
  });
});
