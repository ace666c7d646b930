// The runner of the tests (test/run.ts), on test files that are wrong in each way.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { listOtherNodes } from '../runner/other-nodes.ts';
import { IS_LONG, SEED } from '../support/extent.ts';
import { type Environment, runTests } from './support/run-tests.ts';

/** Files by their names in the directory of a run, each with what is wrong with it. Silence is waited for in a long run. */
const FAULTY: Readonly<Record<string, { text: string; failure: RegExp; isLong?: boolean }>> = {
  fails: {
    text: `describe('A', () => { it('passes', () => {}); it('fails', () => { throw new Error('no'); }); });`,
    failure: /: A fails\n {4}Error: no/,
  },
  hangs: {
    text: `import { spawn } from 'node:child_process';
      it('waits', () => {
        spawn('sleep', ['307']);
        return new Promise(() => {});
      }).timeout(0);`,
    isLong: true,
    failure: /: waits: it hangs, nothing has happened for 20 s; its processes:\n(?:.*\n)* {4}\d+ sleep 307$/m,
  },
  blocks: {
    text: `it('blocks', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }).timeout(1000);`,
    isLong: true,
    failure: /: blocks: it hangs/,
  },
  ends: {
    text: `it('ends', () => process.exit(0));`,
    failure: /: ends: the file ended its process \(exit code 0\)/,
  },
  'finds-by-the-seed': {
    text: `import fc from 'fast-check'; it('finds', () => fc.assert(fc.property(fc.integer(), () => false)));`,
    failure: new RegExp(`: finds\\n {4}Error: Property failed after 1 tests\\n\\{ seed: ${SEED}, `),
  },
  leaves: {
    text: `import { createServer } from 'node:net'; it('leaves', () => { createServer().listen(0); });`,
    failure: /"after all" hook[^\n]*\n {4}Error: This file left open: 1 × TCPServerWrap/,
  },
  silent: { text: 'export {};', failure: /: it has no test/ },
  'does-not-load': {
    text: `throw new Error('too early');`,
    failure: /: loading the file\n {4}Error: too early/,
  },
  rejects: {
    text: `it('passes', async () => { for (const _ of 'ab') Promise.reject(new Error('lost')); await new Promise(setImmediate); });`,
    failure: /: a rejection that nothing handles\n {4}Error: lost\n(?:.*\n)+ {4}2 times\n/,
  },
};

describe('npm test', () => {
  let directory: string;

  beforeEach(async () => {
    // In test/, where the runner looks; the name hides it from a run that lists files at the same time.
    directory = await mkdtemp('test/.run-');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('names each file that fails, hangs, ends its process, leaves something open or has no test, and ends with 1', async () => {
    const faulty = Object.entries(FAULTY).filter(([, { isLong = false }]) => IS_LONG || !isLong);
    const files = faulty.map(([name, { text }]) => [`${name}.test.ts`, text]);
    const { code, lines } = await runTests(directory, Object.fromEntries(files), {
      environment: { TEST_SILENCE_MS: '20000' },
    });
    const report = lines.slice(lines.findIndex((line) => line.startsWith('Passes: '))).join('\n');
    const failures = report.split('\nFailed: ').slice(1);
    expect(failures).to.have.length(files.length);
    for (const [name, { failure }] of faulty) {
      const found = failures.find((each) => each.startsWith(`${directory}/${name}.test.ts: `));
      expect(found, name).to.match(failure);
    }
    expect(report).to.match(/^Passes: all \d+ s\nSlowest files:\n +\d+ s {2}test\//);
    expect(lines.at(-1)).to.equal(`3 passed, ${files.length} failed`);
    expect(code).to.equal(1);
  });

  it('ends with the counts and exit code 0 when every test passes, on its own Postgres when none is given', async () => {
    const text = `import pg from 'pg';
      it('has a server', async () => {
        const client = new pg.Client(process.env.TEST_DATABASE_URL);
        await client.connect();
        await client.query('CREATE DATABASE mine');
        await client.end();
      });
      it('passes too', () => {});`;
    const { code, lines } = await runTests(directory, text, {
      environment: { TEST_DATABASE_URL: undefined },
    });
    expect(lines.at(-1)).to.equal('2 passed, 0 failed');
    expect(code).to.equal(0);
  });

  it('fails when it found no test', async () => {
    const { code, lines } = await runTests(directory, '');
    expect(lines.slice(-2)).to.deep.equal(['No test ran.', '0 passed, 0 failed']);
    expect(code).to.equal(1);
  });

  it('runs nothing when one of its paths does not exist', async () => {
    const given = `it('passes', () => {});`;
    expect(await runTests(directory, given, { options: ['test/absent'] })).to.deep.equal({
      code: 2,
      lines: [''],
    });
  });

  it('fails under CI=true when a test skips itself', async () => {
    const text = `it('passes', () => {}); it.skip('is skipped', () => {});`;
    const { code, lines } = await runTests(directory, text, { environment: { CI: 'true' } });
    expect(lines).to.include('1 skipped by their own files.');
    expect(lines.at(-1)).to.equal('1 passed, 0 failed');
    expect(code).to.equal(1);
  });
});

describe('npm test on other versions of Node', () => {
  const others = listOtherNodes(process.env).map(({ line }) => line);
  let directory: string;
  let nodes: string;

  beforeEach(async () => {
    // In a folder whose tests depend on Node; hidden as above.
    directory = await mkdtemp('test/shared/mail/.run-');
    nodes = await mkdtemp(path.join(tmpdir(), 'posthorn-nodes-'));
  });

  afterEach(async () => {
    for (const made of [directory, nodes]) await rm(made, { recursive: true, force: true });
  });

  /** In a long run, which runs all files again that depend on Node; by the word this is one of its files too. */
  const run = (text: string, environment?: Environment) =>
    runTests(directory, `// extent()\n${text}`, {
      options: ['--long', '--looks=0'],
      environment: { TEST_NODES_DIR: nodes, ...environment },
    });

  /** Our own Node under the name of each other version, which tests find in PRETENDED_NODE. */
  async function pretendToHaveAll(): Promise<void> {
    for (const { line, program } of listOtherNodes({ TEST_NODES_DIR: nodes })) {
      await mkdir(path.dirname(program), { recursive: true });
      const script = `#!/bin/sh\nPRETENDED_NODE=${line} exec '${process.execPath}' "$@"\n`;
      await writeFile(program, script, { mode: 0o755 });
    }
  }

  it('runs files that depend on Node once more on each, first in the PATH, and names it where a test fails', async () => {
    await pretendToHaveAll();
    const { code, lines } = await run(
      `import { execFileSync } from 'node:child_process';
       it('has that Node', () => {
         const found = execFileSync('sh', ['-c', 'command -v node'], { encoding: 'utf8' });
         if (found.startsWith(process.env.TEST_NODES_DIR) !== 'PRETENDED_NODE' in process.env) throw new Error(found);
       });
       it('fails', () => { if (process.env.PRETENDED_NODE) throw new Error('no'); });`,
    );
    for (const line of others) {
      const name = `${directory}/given.test.ts (Node ${line})  1 passed, 1 failed`;
      expect(lines.filter((each) => each.endsWith(name))).to.have.length(1);
    }
    expect(lines.filter((line) => line.startsWith('Failed: '))).to.have.members(
      others.map((line) => `Failed: on Node ${line}, ${directory}/given.test.ts: fails`),
    );
    expect(lines.at(-1)).to.equal(`${2 + others.length} passed, ${others.length} failed`);
    expect(code).to.equal(1);
  });

  it('runs no other file again', async () => {
    await pretendToHaveAll();
    await rm(directory, { recursive: true });
    directory = await mkdtemp('test/.run-');
    expect((await run(`it('passes', () => {});`)).lines.at(-1)).to.equal('1 passed, 0 failed');
  });

  it('names each that is not installed, and fails under CI=true', async () => {
    const leftOut = others.map(
      (line) => `Left out: the pass on Node ${line} (not installed; \`npm run install:nodes\` installs it).`,
    );
    for (const [CI, expected] of [
      [undefined, 0],
      ['true', 1],
    ] as const) {
      const { code, lines } = await run(`it('passes', () => {});`, { CI });
      expect(lines.filter((line) => line.startsWith('Left out: the pass on Node'))).to.deep.equal(leftOut);
      expect(lines.at(-1)).to.equal('1 passed, 0 failed');
      expect(code).to.equal(expected);
    }
  });
});
