// The second look of the runner at files that failed (test/runner/totals.ts): with tests that fail always, at random, only
// next to others, only alone, and only when they run again.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { runTests } from './support/run-tests.ts';

/** In each file: `run` is 1 when it runs for the first time. Its own name, so that it counts for itself. */
const COUNTED = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  const here = new URL('.', import.meta.url);
  const counter = new URL(import.meta.url + '.count');
  const run = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
  writeFileSync(counter, String(run));
  const failIf = (is) => { if (is) throw new Error('run ' + run); };
  const has = (name) => existsSync(new URL(name, here));
  const write = (name) => writeFileSync(new URL(name, here), '');
  const until = (is) => new Promise((done) => {
    const timer = setInterval(() => { if (is()) { clearInterval(timer); done(); } }, 10);
  });
`;
const ACCIDENT = `it('fails the first of four times', () => failIf(run === 1)); it('passes', () => {});`;
/** It runs while the other one does, which a second look does not run. */
const OTHER = `it('ends after the other one', async () => { write('runs'); await until(() => has('seen')); write('ended'); });`;
const CROWDED = `it('fails next to others', async () => {
  await until(() => has('runs'));
  const isCrowded = !has('ended');
  write('seen');
  failIf(isCrowded);
});`;
const ENDS = `it('ends its process once', () => { if (run === 1) process.exit(3); });`;

describe('A test file that failed', () => {
  let directory: string;
  beforeEach(async () => {
    // Hidden from a run that lists files at the same time.
    directory = await mkdtemp('test/.run-');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const run = (files: Record<string, string>) => {
    const texts = Object.entries(files).map(([name, text]) => [`${name}.test.ts`, `${COUNTED}${text}`]);
    return runTests(directory, Object.fromEntries(texts));
  };
  const fileOf = (name: string) => `${directory}/${name}.test.ts`;
  const runsOf = async (name: string) => Number(await readFile(`${fileOf(name)}.count`, 'utf8'));

  it('is unsteady when it passes three times alone: the run names it and goes on', async () => {
    const { code, lines } = await run({
      accident: ACCIDENT,
      crowded: CROWDED,
      ends: ENDS,
      other: OTHER,
      again: `it('fails when it runs again', () => failIf(run > 1));`,
    });
    const unsteady = [
      `unsteady: ${fileOf('accident')}: fails the first of four times`,
      `unsteady: ${fileOf('crowded')}: fails next to others`,
      `unsteady: ${fileOf('ends')}: ends its process once: the file ended its process (exit code 3)`,
    ];
    expect(lines.slice(-4, -1)).to.have.members(unsteady);
    expect(lines.filter((line) => line.startsWith('Failed once: '))).to.have.length(3);
    expect(lines.at(-1)).to.equal('6 passed, 0 failed');
    expect(code).to.equal(0);
    expect(await runsOf('accident')).to.equal(4);
    expect(await runsOf('again')).to.equal(1);
    const report = JSON.parse(await readFile(path.join(directory, 'unsteady.json'), 'utf8'));
    expect(report).to.have.length(3);
    expect(report.find(({ file }: { file: string }) => file === fileOf('accident'))).to.include({
      title: 'fails the first of four times',
    });
  });

  it('has failed when it fails once more, and is not asked again', async () => {
    const { code, lines } = await run({
      always: `it('fails always', () => failIf(true)); it('passes', () => {});`,
      random: `it('fails at random', () => failIf([1, 3].includes(run)));`,
      alone: `it('fails by accident', () => failIf(run === 1)); it('fails alone', () => failIf(run > 1));`,
    });
    const failed = lines.filter((line) => line.startsWith('Failed: '));
    expect(failed).to.have.members([
      `Failed: ${fileOf('always')}: fails always`,
      `Failed: ${fileOf('random')}: fails at random`,
      `Failed: ${fileOf('alone')}: fails by accident`,
    ]);
    expect(lines.filter((line) => line.startsWith('unsteady'))).to.deep.equal([]);
    expect(lines.at(-1)).to.equal('2 passed, 3 failed');
    expect(code).to.equal(1);
    expect([await runsOf('always'), await runsOf('random'), await runsOf('alone')]).to.deep.equal([2, 3, 2]);
    expect(existsSync(path.join(directory, 'unsteady.json'))).to.equal(false);
  });

  it('is not looked at again when more than five have failed', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `accident-${at}`);
    const { code, lines } = await run(Object.fromEntries(names.map((name) => [name, ACCIDENT])));
    expect(lines).to.include('No second look: 6 files have failed.');
    expect(lines.at(-1)).to.equal('6 passed, 6 failed');
    expect(code).to.equal(1);
  });
});
