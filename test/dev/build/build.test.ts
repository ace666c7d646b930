// Which build is used: only one that was made from exactly the present sources.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { isBuilt, programArguments } from '../../../dev/build/build.ts';

const SOURCE_MS = Date.parse('2026-11-20T12:00:00Z');
const BUILT_MS = SOURCE_MS + 60_000;
const FILES = [
  'tsconfig.build.json',
  'tsconfig.json',
  'package-lock.json',
  'package.json',
  'openapi.json',
  'LICENSE',
];

describe('A build', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'posthorn-build-'));
    for (const folder of [
      'api/resources',
      'cli',
      'dev',
      'migrations',
      'ops',
      'shared',
      'smtp',
      'workers',
      'dist',
    ]) {
      await mkdir(path.join(root, folder), { recursive: true });
    }
    for (const file of [...FILES, 'api/resources/router.ts', 'dist/complete']) {
      await writeFile(path.join(root, file), '');
    }
    const sources = [
      'api/resources/router.ts',
      'api/resources',
      'api',
      'cli',
      'dev',
      'migrations',
      'ops',
      'shared',
      'smtp',
      'workers',
    ];
    for (const source of [...sources, ...FILES]) await date(source, SOURCE_MS);
    await date('dist/complete', BUILT_MS);
  });
  afterEach(() => rm(root, { recursive: true }));

  const date = (file: string, atMs: number) => utimes(path.join(root, file), atMs / 1_000, atMs / 1_000);

  it('that is newer than every source is used', async () => {
    expect(await isBuilt(root)).to.equal(true);
    const run = programArguments(['workers/main.ts', 'send'], await isBuilt(root));
    expect(run).to.deep.equal(['dist/workers/main.js', 'send']);
  });

  for (const changed of [
    'api/resources/router.ts',
    'api/resources',
    'tsconfig.json',
    'package-lock.json',
    // The command line is packed with the program.
    'cli',
    'openapi.json',
  ]) {
    it(`is not used after a change of ${changed}: the sources run`, async () => {
      await date(changed, BUILT_MS + 1_000);
      expect(await isBuilt(root)).to.equal(false);
      const run = programArguments(['api/main.ts'], await isBuilt(root));
      expect(run).to.deep.equal(['--import', 'tsx/esm', 'api/main.ts']);
    });
  }

  it('that was not finished is not used', async () => {
    await rm(path.join(root, 'dist/complete'));
    expect(await isBuilt(root)).to.equal(false);
  });
});
