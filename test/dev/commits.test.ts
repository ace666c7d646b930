// The warning of `npm run check` about commits that are large, unfinished or have a long subject (test/runner/commits.ts), in temporary repositories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { findBreaches } from '../runner/commits.ts';

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.dev', '-c', 'commit.gpgsign=false'];
const lines = (count: number, text = 'x') => `${text}\n`.repeat(count);
const imports = (count: number, from: string) =>
  Array.from({ length: count }, (_, index) => `import { x${index} } from '${from}/x${index}.ts';\n`).join('');

describe('The commits since the last release', () => {
  let directory: string;
  const git = (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd: directory, stdio: 'pipe' }).toString();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  };
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  const breaches = () => findBreaches(directory).map((breach) => breach.replace(/^[0-9a-f]+ /, ''));

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'posthorn-commits-'));
    git('init', '--quiet');
    write('package.json', '{\n  "version": "0.1.0"\n}\n');
    write('before.ts', lines(5_000));
    commit('Begin (work in progress)');
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('are named when they change more than 2,000 lines', () => {
    write('a.ts', lines(2_000));
    commit('Add 2,000 lines');
    write('a.ts', lines(1_001, 'y'));
    commit('Change 3,001 lines');
    expect(breaches()).to.deep.equal(['Change 3,001 lines: 3001 changed lines, at most 2000 are allowed']);
  });

  it('are named when they are work in progress', () => {
    for (const message of ['Add a page (work in progress)', 'WIP: a page', 'Show what is in progress']) {
      write('a.ts', message);
      commit(message);
    }
    expect(breaches()).to.deep.equal([
      'WIP: a page: unfinished',
      'Add a page (work in progress): unfinished',
    ]);
  });

  it('are named when their subject has more than 72 characters', () => {
    const subject = `Say why mail to münchen.example waits: ${'ä'.repeat(33)}`;
    for (const message of [`${subject}\n\n${'The body may be longer. '.repeat(8)}`, `${subject}.`]) {
      write('a.ts', message);
      commit(message);
    }
    expect(breaches()).to.deep.equal([`${subject}.: a subject of 73 characters, at most 72 are allowed`]);
  });

  it('do not count generated files, moves, and imports of moved files', () => {
    write('openapi.json', lines(3_000));
    write('package-lock.json', lines(3_000));
    write('a/importing.ts', imports(1_500, '../c'));
    commit('Add generated files and imports');
    mkdirSync(path.join(directory, 'b'));
    renameSync(path.join(directory, 'before.ts'), path.join(directory, 'b/before.ts'));
    write('a/importing.ts', imports(1_500, '../../d/c'));
    commit('Move files');
    expect(breaches()).to.deep.equal([]);
    write('a/importing.ts', imports(1_001, '../../d/c').replaceAll('{ x', '{ y'));
    commit('Import other names');
    expect(breaches()).to.deep.equal(['Import other names: 2501 changed lines, at most 2000 are allowed']);
  });

  it('are those after the last tag, else after the last change of the version', () => {
    write('a.ts', 'a');
    commit('WIP: before the version');
    write('package.json', '{\n  "version": "0.2.0"\n}\n');
    commit('WIP: release 0.2.0');
    write('a.ts', 'b');
    commit('WIP: after the version');
    expect(breaches()).to.deep.equal(['WIP: after the version: unfinished']);
    git('tag', 'v0.2.1');
    write('a.ts', 'c');
    commit('WIP: after the tag');
    expect(breaches()).to.deep.equal(['WIP: after the tag: unfinished']);
  });

  it('are none in a shallow clone of one commit, without a repository, or in a part of another one', () => {
    write('a.ts', 'a');
    commit('WIP: a page');
    git('clone', '--quiet', '--depth=1', `file://${directory}`, 'shallow');
    mkdirSync(path.join(directory, 'part'));
    for (const place of ['shallow', 'part'])
      expect(findBreaches(path.join(directory, place)), place).to.be.empty;
    rmSync(path.join(directory, '.git'), { recursive: true });
    expect(breaches()).to.deep.equal([]);
  });
});
