// Which tests a change can reach, and which long ones are due (test/runner/{dependents,long-runs}.ts), in a small project.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readReach } from '../runner/dependents.ts';
import { findChangesSince } from '../runner/git.ts';
import { findDue, readLongRuns, writeLongRuns } from '../runner/long-runs.ts';
import { runTests } from './support/run-tests.ts';

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.dev', '-c', 'commit.gpgsign=false'];
const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'api/app.ts':
    "import { send } from './send.ts';\nimport type { Row } from '../shared/row.ts';\nexport const app = send;",
  'api/send.ts': 'export const send = 1;',
  'shared/row.ts': 'export interface Row {}',
  'workers/main.ts': "import '../shared/claim.ts';",
  'shared/claim.ts': 'export const claim = 1;',
  'docs/cli.md': 'text',
  'migrations/1.ts': 'export const up = 1;',
  'test/support/database.ts': "readdir(new URL('../../migrations/', import.meta.url));",
  'test/api/send.test.ts': "import { app } from '../../api/app.ts';\n// import '../../shared/claim.ts';",
  'test/flows/crash.test.ts': "import '../support/database.ts';\nspawn('node', ['workers/main.ts']);",
  'test/docs/cli.test.ts': "readFileSync('docs/cli.md');",
  'test/docs/all.test.ts': 'readdirSync(given);',
  'test/dev/start.test.ts': "spawn('npm', ['start']);",
  'test/runner/long.json': '{}',
};
const UNJUDGED = ['test/dev/start.test.ts', 'test/docs/all.test.ts'];

describe('What has changed', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd: root, stdio: 'pipe' })
      .toString()
      .trim();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'Change');
    return git('rev-parse', 'HEAD');
  };
  const reached = (changed: readonly string[]) => [...readReach(root, changed)(changed)].sort();
  const since = (ref: string) => reached(findChangesSince(root, ref) ?? expect.fail());

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'posthorn-reach-'));
    git('init', '--quiet');
    for (const [file, text] of Object.entries(PROJECT)) write(file, text);
    commit();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('reaches tests by imports, by programs, pages and folders that they name, and where nothing says what they read', () => {
    for (const [changed, tests] of Object.entries({
      'api/send.ts': ['test/api/send.test.ts'],
      // A type is gone when the test runs; a comment is not an import.
      'shared/row.ts': [],
      'shared/claim.ts': ['test/flows/crash.test.ts'],
      'migrations/1.ts': ['test/flows/crash.test.ts'],
      'migrations/2.ts': ['test/flows/crash.test.ts'],
      'docs/cli.md': ['test/docs/cli.test.ts'],
      'test/docs/cli.test.ts': ['test/docs/cli.test.ts'],
      'docs/other.md': [],
    }))
      expect(reached([changed]), changed).to.deep.equal([...tests, ...UNJUDGED].sort());
    const all = Object.keys(PROJECT).filter((file) => file.endsWith('.test.ts'));
    expect(reached(['package.json'])).to.deep.equal(all.sort());
  });

  it('is what is new, renamed, gone or not committed since the commit', () => {
    expect(since('HEAD')).to.deep.equal([]);
    write('api/send.ts', 'export const send = 2;');
    expect(since('HEAD')).to.include('test/api/send.test.ts');
    commit();
    expect(since('HEAD')).to.deep.equal([]);
    expect(since('HEAD~1')).to.include('test/api/send.test.ts');
    write('test/api/new.test.ts', '');
    expect(since('HEAD')).to.include('test/api/new.test.ts');
    rmSync(path.join(root, 'docs/cli.md'));
    expect(since('HEAD')).to.include('test/docs/cli.test.ts');
    renameSync(path.join(root, 'shared/claim.ts'), path.join(root, 'shared/claims.ts'));
    write('workers/main.ts', "import '../shared/claims.ts';");
    renameSync(path.join(root, 'test/api/send.test.ts'), path.join(root, 'test/api/sent.test.ts'));
    expect(since('HEAD')).to.include.members(['test/flows/crash.test.ts', 'test/api/sent.test.ts']);
    expect(since('HEAD')).not.to.include('test/api/send.test.ts');
    expect(findChangesSince(root, 'no-such-commit')).to.equal(undefined);
  });

  it('ends a run with an error where the commit does not exist', async () => {
    const { code, lines } = await runTests(root, '', { options: ['--since=no-such-commit'] });
    expect(lines).to.deep.equal(['']);
    expect(code).to.equal(2);
  });

  it('makes long files due, those first that have not run for the longest time', () => {
    const files = ['test/api/send.test.ts', 'test/docs/cli.test.ts', 'test/flows/crash.test.ts'];
    const [send = '', cli = '', crash = ''] = files;
    expect(findDue(root, files, {})).to.have.members(files);
    expect(writeLongRuns(root, new Map([[cli, 3.4]]))).to.equal(true);
    const first = commit();
    const runs = readLongRuns(root);
    expect(runs).to.deep.equal({ [cli]: { commit: git('rev-parse', 'HEAD~1'), seconds: 3 } });
    expect(findDue(root, files, runs)).to.have.members([send, crash]);
    write('docs/cli.md', 'changed');
    expect(writeLongRuns(root, new Map([[send, 1]])), 'not committed').to.equal(false);
    const known = { ...runs, [send]: { commit: first, seconds: 1 }, [crash]: { commit: first, seconds: 9 } };
    expect(findDue(root, files, known)).to.deep.equal([cli]);
    write('api/send.ts', 'export const send = 3;');
    const [oldest, ...later] = findDue(root, files, { ...known, [send]: { commit: 'ffffff', seconds: 1 } });
    expect([oldest, ...later]).to.deep.equal([send, cli]);
    expect(JSON.parse(readFileSync(path.join(root, 'test/runner/long.json'), 'utf8'))).to.deep.equal(runs);
  });
});
