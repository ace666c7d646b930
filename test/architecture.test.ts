// The rules of the house (docs/architecture.md) held against the code: which folder may import which, no cycles,
// one word in every layer, small files, names that say something. `npm run check` runs this. Every rule is also
// tried on a file that breaks it, so that none can only pass.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { findCycle, importsOf, ROOT, readSourceFiles, type SourceFile } from './support/source-files.ts';

type FileRule = (file: Pick<SourceFile, 'path' | 'imports' | 'text'>) => string[];

/** Folder → folders of ours that it may import. Packages are the next rule's. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  api: ['api', 'shared'],
  workers: ['workers', 'shared'],
  shared: ['shared'],
  migrations: [],
  cli: ['cli', 'shared/contract', 'shared/platform/security/webhook-signature.ts'],
  dashboard: ['dashboard', 'shared/contract'],
  dev: ['dev', 'shared'],
  ops: ['ops', 'shared'],
  bench: ['bench', 'shared', 'dev'],
  test: ['test', 'api', 'shared', 'workers', 'migrations', 'cli', 'dev', 'ops', 'bench', 'package.json'],
};

/** Package → the only places that may import it. */
const PACKAGE_OWNERS: Record<string, readonly string[]> = {
  bullmq: ['shared/queues/', 'shared/platform/db/migrate.ts', 'workers/runtime/', 'bench/naive/', 'test/'],
  ioredis: ['shared/platform/redis/connect.ts', 'test/'],
  pg: ['shared/db/', 'shared/queues/', 'dev/', 'test/'],
  knex: ['shared/db/', 'migrations/', 'bench/naive/', 'test/'],
  express: ['api/', 'dev/inbox/', 'bench/naive/', 'test/'],
  commander: ['cli/', 'test/'],
  nodemailer: ['workers/transports/smtp/', 'bench/naive/', 'test/'],
};

const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'misc', 'index']);
const MAX_LINES = 300;

/** A path from the root begins with one of our folders; anything else is a package or a part of one. */
const ownPath = (imported: string) =>
  imported === 'package.json' || Object.keys(MAY_IMPORT).some((folder) => imported.startsWith(`${folder}/`));

const importsOnlyAllowedFolders: FileRule = ({ path: file, imports }) => {
  const allowed = MAY_IMPORT[file.split('/')[0] ?? ''];
  if (!allowed) return [];
  return imports
    .filter((imported) => ownPath(imported) && imported.includes('/'))
    .filter((imported) => !allowed.some((place) => imported === place || imported.startsWith(`${place}/`)))
    .map((imported) => `${file} imports ${imported}`);
};

const contractImportsNothing: FileRule = ({ path: file, imports }) =>
  file.startsWith('shared/contract/')
    ? imports
        .filter((imported) => !imported.startsWith('shared/contract/'))
        .map((imported) => `${file} imports ${imported}`)
    : [];

const packagesStayWithTheirOwners: FileRule = ({ path: file, imports }) =>
  imports
    .filter(
      (imported) =>
        PACKAGE_OWNERS[imported] && !PACKAGE_OWNERS[imported].some((owner) => file.startsWith(owner)),
    )
    .map((imported) => `${file} imports ${imported}`);

const hasANameThatSaysSomething: FileRule = ({ path: file }) =>
  EMPTY_NAMES.has(path.basename(file).split('.')[0] ?? '') ? [file] : [];

const startsWithItsStory: FileRule = ({ path: file, text }) => {
  const exempt = file.startsWith('test/') || file.startsWith('dev/inbox/page/');
  return exempt || /^(#!.*\n)?(\/\/|\/\*|import )/.test(text) ? [] : [file];
};

const isSmall: FileRule = ({ path: file, text }) =>
  text.split('\n').length - 1 > MAX_LINES ? [`${file} is longer than ${MAX_LINES} lines`] : [];

const keepsSqlOutOfTheApi: FileRule = ({ path: file, text }) =>
  file.startsWith('api/') && /\.query(<[^>]*>)?\(\s*['"`]/.test(text) ? [file] : [];

/** A rule, and a file that breaks it. */
const RULES: { title: string; rule: FileRule; broken: { path: string; text: string } }[] = [
  {
    title: 'a folder imports only the folders that it may know',
    rule: importsOnlyAllowedFolders,
    broken: { path: 'api/app.ts', text: `import { x } from '../workers/registry.ts';` },
  },
  {
    title: 'the contract imports nothing',
    rule: contractImportsNothing,
    broken: { path: 'shared/contract/errors.ts', text: `import Joi from 'joi';` },
  },
  {
    title: 'databases, queues and HTTP are spoken to in one place each',
    rule: packagesStayWithTheirOwners,
    broken: { path: 'api/resources/domains/router.ts', text: `import pg from 'pg';` },
  },
  {
    title: 'no file has a name that says nothing',
    rule: hasANameThatSaysSomething,
    broken: { path: 'shared/utils.ts', text: '' },
  },
  {
    title: 'a file begins with what it does and why',
    rule: startsWithItsStory,
    broken: { path: 'shared/platform/time/clock.ts', text: 'export const now = Date.now;' },
  },
  {
    title: 'no file is longer than 300 lines',
    rule: isSmall,
    broken: { path: 'shared/platform/time/clock.ts', text: '\n'.repeat(301) },
  },
  {
    title: 'the API writes no SQL',
    rule: keepsSqlOutOfTheApi,
    broken: { path: 'api/resources/domains/router.ts', text: `await database.query('SELECT 1');` },
  },
];

describe('The architecture', () => {
  const files = readSourceFiles();

  it('is read from the code and not from nothing', () => {
    const folders = new Set(files.map((file) => file.path.split('/')[0]));
    expect([...folders]).to.include.members(['api', 'shared', 'workers', 'migrations', 'cli', 'dev', 'test']);
    const relations = files.flatMap((file) => file.imports.filter(ownPath));
    expect(relations.length).to.be.above(200);
    const missing = relations.filter(
      (imported) => imported.includes('/') && !existsSync(path.join(ROOT, imported)),
    );
    expect(missing).to.deep.equal([]);
  });

  for (const { title, rule, broken } of RULES) {
    it(`holds that ${title}`, () => {
      expect(files.flatMap(rule)).to.deep.equal([]);
    });

    it(`would notice if it did not hold that ${title}`, () => {
      expect(rule({ ...broken, imports: importsOf(broken.path, broken.text) })).to.have.length(1);
    });
  }

  it('holds that imports have no cycle', () => {
    expect(findCycle(files)).to.equal(undefined);
  });

  it('would notice a cycle of imports', () => {
    const cycle = [
      { path: 'a.ts', imports: ['b.ts'] },
      { path: 'b.ts', imports: ['c.ts'] },
      { path: 'c.ts', imports: ['b.ts'] },
    ];
    expect(findCycle(cycle)).to.deep.equal(['b.ts', 'c.ts', 'b.ts']);
  });

  it('holds that a resource has the same word in the API, in shared and in the tests', () => {
    const resources = readdirSync(path.join(ROOT, 'api/resources'));
    expect(resources).to.include.members(['api-keys', 'domains']);
    for (const layer of ['shared/resources', 'test/api']) {
      expect(readdirSync(path.join(ROOT, layer)), layer).to.include.members(resources);
    }
  });

  it('holds that every job in the registry has its file and its test', () => {
    const jobs = readdirSync(path.join(ROOT, 'workers/jobs')).map((file) => path.basename(file, '.ts'));
    expect(jobs).to.include('run-recurring-work');
    const tests = readdirSync(path.join(ROOT, 'test/workers/jobs')).map((file) =>
      path.basename(file, '.test.ts'),
    );
    expect(tests).to.include.members(jobs);
  });
});
