import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { listOtherNodes } from '../runner/other-nodes.ts';

type Environment = Record<string, string | undefined>;

describe('npm test', () => {
  let directory: string;

  beforeEach(async () => {
    // In test/, where the runner looks; the name hides it from a run that lists files meanwhile.
    directory = await mkdtemp('test/.run-');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  const run = (content: string, environment?: Environment) => runTests(directory, content, environment);

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

describe('npm test on other versions of Node', () => {
  const lines = listOtherNodes(process.env).map(({ line }) => line);
  let directory: string;
  let nodes: string;

  beforeEach(async () => {
    // In a folder whose tests depend on Node; hidden as above.
    directory = await mkdtemp('test/shared/contract/.run-');
    nodes = await mkdtemp(path.join(tmpdir(), 'posthorn-nodes-'));
  });

  afterEach(async () => {
    for (const made of [directory, nodes]) await rm(made, { recursive: true, force: true });
  });

  const run = (content: string, environment?: Environment) =>
    runTests(directory, content, { TEST_NODES_DIR: nodes, ...environment });

  /** Our own Node under the name of each other version, which tests find in PRETENDED_NODE. */
  async function pretendToHaveAll(): Promise<void> {
    for (const { line, program } of listOtherNodes({ TEST_NODES_DIR: nodes })) {
      await mkdir(path.dirname(program), { recursive: true });
      const script = `#!/bin/sh\nPRETENDED_NODE=${line} exec '${process.execPath}' "$@"\n`;
      await writeFile(program, script, { mode: 0o755 });
    }
  }

  it('runs files that depend on Node once more on each, and adds up the counts', async () => {
    await pretendToHaveAll();
    const { code, lines: output } = await run(`it('passes', () => {});`);
    expect(output.filter((line) => line.startsWith('Once more on '))).to.deep.equal(
      lines.map((line) => `Once more on Node ${line}:`),
    );
    expect(output.at(-1)).to.equal(`${1 + lines.length} passed, 0 failed`);
    expect(code).to.equal(0);
  });

  it('runs no other file again', async () => {
    await pretendToHaveAll();
    await rm(directory, { recursive: true });
    directory = await mkdtemp('test/.run-');
    expect((await run(`it('passes', () => {});`)).lines.at(-1)).to.equal('1 passed, 0 failed');
  });

  it('names the Node on which a test failed', async () => {
    await pretendToHaveAll();
    const { code, lines: output } = await run(
      `it('fails', () => { if (process.env.PRETENDED_NODE) throw new Error('no'); });`,
    );
    expect(output.filter((line) => line.startsWith('Failed: '))).to.deep.equal(
      lines.map((line) => `Failed: on Node ${line}, ${directory}/given.test.ts: fails`),
    );
    expect(output.at(-1)).to.equal(`1 passed, ${lines.length} failed`);
    expect(code).to.equal(1);
  });

  it('has that Node first in the PATH of the tests', async () => {
    await pretendToHaveAll();
    const { lines: output } = await run(
      `import { execFileSync } from 'node:child_process';
       it('passes', () => {
         const found = execFileSync('sh', ['-c', 'command -v node'], { encoding: 'utf8' });
         if (found.startsWith(process.env.TEST_NODES_DIR) !== 'PRETENDED_NODE' in process.env) throw new Error(found);
       });`,
    );
    expect(output.at(-1)).to.equal(`${1 + lines.length} passed, 0 failed`);
  });

  it('names each that is not installed, and fails under CI=true', async () => {
    const leftOut = lines.map(
      (line) => `Left out: the pass on Node ${line} (not installed; \`npm run install:nodes\` installs it).`,
    );
    for (const [CI, expected] of [
      [undefined, 0],
      ['true', 1],
    ] as const) {
      const { code, lines: output } = await run(`it('passes', () => {});`, { CI });
      expect(output.filter((line) => line.startsWith('Left out: the pass on Node'))).to.deep.equal(leftOut);
      expect(output.at(-1)).to.equal('1 passed, 0 failed');
      expect(code).to.equal(expected);
    }
  });
});

async function runTests(
  directory: string,
  content: string,
  environment: Environment = {},
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
