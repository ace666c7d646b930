// Why a version cannot be released, each on a repository of its own that differs in one thing from one that can be.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { findRefusals } from '../../release/refusals.ts';

const VERSION = '0.3.0';
const FILES: Readonly<Record<string, string>> = {
  'package.json': `{\n  "name": "posthorn",\n  "version": "${VERSION}"\n}\n`,
  'package-lock.json': `{\n  "name": "posthorn",\n  "version": "${VERSION}"\n}\n`,
  'shared/platform/process/version.ts': `export const SERVICE_VERSION = '${VERSION}';\n`,
  'openapi.json': `{\n  "info": {\n    "version": "${VERSION}"\n  }\n}\n`,
  'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n## [${VERSION}] - 2026-11-30\n\n### For operators\n- Restart.\n\n## [0.2.0] - 2026-01-01\n`,
  'docs/upgrade.md': `## Releases\n\n| release | from | newest migration | back |\n|---|---|---|---|\n| ${VERSION} | 0.2.0 | 0077 | yes |\n`,
  'migrations/0076-backups.ts': '',
  'migrations/0077-alerts.ts': '',
};

describe('A release', () => {
  let root: string;
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

  // Each test has a copy.
  let made: string;
  before(async () => {
    root = made = await mkdtemp(path.join(tmpdir(), 'posthorn-release-'));
    for (const [file, text] of Object.entries(FILES)) await write(file, text);
    git('init', '--quiet');
    git('config', 'user.name', 'Ana');
    git('config', 'user.email', 'ana@acme.dev');
    commit();
    git('tag', 'v0.1.9');
    git('tag', 'v0.2.0');
    commit();
  });
  after(() => rm(made, { recursive: true }));
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'posthorn-release-'));
    await cp(made, root, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is made of a tree in which everything agrees', async () => {
    expect(await findRefusals({ root, version: VERSION })).to.deep.equal([]);
    expect(await findRefusals({ root, version: VERSION, tested: git('rev-parse', 'HEAD') })).to.deep.equal(
      [],
    );
    // The workflow runs when the tag is there.
    git('tag', `v${VERSION}`);
    expect(await findRefusals({ root, version: VERSION })).to.deep.equal([]);
  });

  for (const [file, from, to, refusal] of [
    ['package.json', VERSION, '0.2.0', 'package.json names 0.2.0, not 0.3.0.'],
    ['package-lock.json', VERSION, '0.2.0', 'package-lock.json names 0.2.0, not 0.3.0.'],
    [
      'shared/platform/process/version.ts',
      VERSION,
      '0.2.0',
      'shared/platform/process/version.ts names 0.2.0, not 0.3.0.',
    ],
    ['openapi.json', VERSION, '0.4.0', 'openapi.json names 0.4.0, not 0.3.0.'],
    [
      'CHANGELOG.md',
      ' - 2026-11-30',
      '',
      'CHANGELOG.md must begin with a dated section: ## [0.3.0] - and the date.',
    ],
    [
      'CHANGELOG.md',
      '- Restart.\n',
      '',
      'The section [0.3.0] of CHANGELOG.md has no bullet under "For operators", which says what they must do.',
    ],
    ['docs/upgrade.md', '| 0.3.0 ', '| 0.2.9 ', 'docs/upgrade.md has no row for 0.3.0 under "Releases".'],
    [
      'docs/upgrade.md',
      '0077',
      '0076',
      'docs/upgrade.md names 0076 as the newest migration of 0.3.0, but it is 0077.',
    ],
    [
      'docs/upgrade.md',
      '| 0.2.0 ',
      '| 0.1.9 ',
      'docs/upgrade.md says that 0.3.0 follows 0.1.9, but the newest tag is v0.2.0.',
    ],
  ] as const) {
    it(`is refused: ${refusal}`, async () => {
      await write(file, (FILES[file] ?? '').replace(from, to));
      commit();
      expect(await findRefusals({ root, version: VERSION })).to.deep.equal([refusal]);
    });
  }

  it('is refused from a tree that is not clean', async () => {
    await write('README.md', 'new');
    await write('package.json', `${FILES['package.json']}\n`);
    expect(await findRefusals({ root, version: VERSION })).to.deep.equal([
      'The working tree is not clean: M package.json and 1 more.',
    ]);
  });

  it('is refused when another commit was tested', async () => {
    const tested = git('rev-parse', 'HEAD~1');
    const head = git('rev-parse', 'HEAD');
    expect(await findRefusals({ root, version: VERSION, tested })).to.deep.equal([
      `--tested names ${tested}, but the commit to release is ${head}.`,
    ]);
  });

  it('is refused when its tag is on another commit', async () => {
    git('tag', `v${VERSION}`);
    commit();
    expect(await findRefusals({ root, version: VERSION })).to.deep.equal([
      'v0.3.0 is already released: its tag is on another commit.',
    ]);
  });

  for (const version of ['0.2.2', '0.4.0', '0.1.10']) {
    it(`is refused when it is not the next one: ${version}`, async () => {
      expect(await findRefusals({ root, version })).to.include(
        `${version} is not the next release: after v0.2.0 comes 0.2.1 or 0.3.0 or 1.0.0.`,
      );
    });
  }

  for (const version of ['', 'v0.3.0', '0.3', 'next']) {
    it(`is refused without three numbers: ${version || 'nothing'}`, async () => {
      expect(await findRefusals({ root, version })).to.deep.equal([
        'Give the version as three numbers: npm run release -- 0.3.0.',
      ]);
    });
  }

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }

  function commit(): void {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'Change something');
  }
});
