import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';

describe('npm test', () => {
  let directory: string;

  beforeEach(async () => {
    // In test/, where the runner looks; the name hides it from a run that lists files meanwhile.
    directory = await mkdtemp('test/.run-');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function run(
    content: string,
    environment: Record<string, string | undefined> = {},
  ): Promise<{ code: number; lines: string[] }> {
    if (content) await writeFile(path.join(directory, 'given.test.ts'), content);
    const child = spawn(process.execPath, ['--import', 'tsx/esm', 'test/run.ts', directory], {
      env: { ...process.env, CI: undefined, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    return { code, lines: output.trim().split('\n') };
  }

  it('ends with the counts and exit code 0 when every test passes', async () => {
    const { code, lines } = await run(`it('passes', () => {}); it('passes too', () => {});`);
    expect(lines.at(-1)).to.equal('2 passed, 0 failed');
    expect(code).to.equal(0);
  });

  it('ends with the counts and exit code 1 when a test fails', async () => {
    const { code, lines } = await run(
      `it('passes', () => {}); it('fails', () => { throw new Error('no'); });`,
    );
    expect(lines.at(-1)).to.equal('1 passed, 1 failed');
    expect(code).to.equal(1);
  });

  it('repeats at the end what failed, in which file and why', async () => {
    const { lines } = await run(`describe('A', () => { it('fails', () => { throw new Error('no'); }); });`);
    const failed = lines.findIndex((line) => line.startsWith('Failed: '));
    expect(lines[failed]).to.equal(`Failed: ${directory}/given.test.ts: A fails`);
    expect(lines[failed + 1]).to.contain('Error: no');
  });

  it('fails when it found no test', async () => {
    const { code, lines } = await run('');
    expect(lines.slice(-2)).to.deep.equal(['No test ran.', '0 passed, 0 failed']);
    expect(code).to.equal(1);
  });

  it('counts a file that crashes its process as a failure', async () => {
    const { code, lines } = await run(`it('crashes', () => process.kill(process.ppid, 'SIGKILL'));`);
    expect(lines.at(-1)).to.equal('0 passed, 1 failed');
    expect(code).to.equal(1);
  });

  it('starts a Postgres for the tests when none is given', async () => {
    const { code, lines } = await run(
      `import pg from 'pg';
       it('has a server', async () => {
         const client = new pg.Client(process.env.TEST_DATABASE_URL);
         await client.connect();
         await client.query('CREATE DATABASE mine');
         await client.end();
       });`,
      { TEST_DATABASE_URL: undefined },
    );
    expect(lines.at(-1)).to.equal('1 passed, 0 failed');
    expect(code).to.equal(0);
  });

  it('fails under CI=true when a test skips itself', async () => {
    const { code, lines } = await run(`it('passes', () => {}); it.skip('is skipped', () => {});`, {
      CI: 'true',
    });
    expect(lines).to.include('1 skipped by their own files.');
    expect(lines.at(-1)).to.equal('1 passed, 0 failed');
    expect(code).to.equal(1);
  });
});
