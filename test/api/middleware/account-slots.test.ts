// Fair sharing of a process (semaphore per account, round robin): the requests of one account, however slow or many, do
// not delay those of other accounts.
import { once } from 'node:events';
import { expect } from 'chai';
import { type Resource, route } from '../../../api/route.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { openSocket } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';

const POOL_SIZE = 10;
/** Two connections are reserved for the work that every request needs, such as looking up its key. */
const PLACES = 8;
const OF_ACCOUNT = PLACES / 4;
const OUTBOUND_OF_ACCOUNT = 16;
const COMPUTED_OF_ACCOUNT = 4;

const OPERATIONS = {
  slow: { method: 'get', path: '/slow', permission: 'full' },
  outbound: { method: 'get', path: '/outbound', permission: 'full', uses: 'outbound' },
  computing: { method: 'post', path: '/computing', permission: 'full', uses: 'outbound', computes: true },
  send: { method: 'post', path: '/emails', permission: 'send', uses: 'accepting' },
  contacts: { method: 'get', path: '/contact-writes', permission: 'full', uses: 'contacts' },
} as const satisfies Record<string, Operation>;

/** Counts the contact writes that have their turn. */
class CountedLanes extends ContactLanes {
  inTurn = 0;

  override run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    return super.run(accountId, () => {
      this.inTurn += 1;
      return work();
    });
  }
}

describe('The places of accounts', () => {
  /** The running requests, and how to end each. */
  const working: { account: string; path: string; end: () => void }[] = [];
  const slowResource: Resource = Object.values(OPERATIONS).map((operation) =>
    route(operation, {}, async ({ request }) => {
      await new Promise<void>((resolve) => {
        working.push({ account: request.get('x-account') ?? '', path: operation.path, end: resolve });
      });
      return { done: true };
    }),
  );
  const lanes = new CountedLanes();
  const deps = { contactLanes: lanes };
  const app = useApp({ config: { databasePoolSize: POOL_SIZE }, resources: [slowResource], deps });
  const tokens: Record<string, string> = {};
  const accountIds: Record<string, string> = {};
  before(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const { token, accountId } = await createApiKey(app.pool);
      tokens[name] = token;
      accountIds[name] = accountId;
    }
  });
  afterEach(async () => {
    await endAll();
  });
  const endAll = async () => {
    for (const { end } of working.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const ask = (account: string, path = '/slow') => {
    const asked = app.as(tokens[account]).get(path).set('x-account', account);
    const answer = asked.then(({ status }) => status);
    return answer;
  };
  const count = (account: string) => working.filter((each) => each.account === account).length;
  const whenWorking = (account: string, expected: number) =>
    eventually(`${expected} of ${account} work`, () => count(account) === expected);

  it('Gives one account at most a quarter of the database connections of a process; its other requests wait.', async () => {
    const ofA = Array.from({ length: 3 * PLACES }, () => ask('a'));
    await whenWorking('a', OF_ACCOUNT);
    const ofB = ask('b');
    await whenWorking('b', 1);
    expect(count('a')).to.equal(OF_ACCOUNT);
    const answered = Promise.all([...ofA, ofB]);
    const ending = eventually('all are answered', async () => {
      await endAll();
      return await Promise.race([answered, undefined]);
    });
    expect(new Set(await ending)).to.deep.equal(new Set([200]));
  });

  it('Refuses a request that has waited 30 seconds or longer for others of its account if its API key was revoked in that time.', async () => {
    const { token, id, accountId } = await createApiKey(app.pool);
    tokens['revoked'] = token;
    const served = Array.from({ length: OF_ACCOUNT }, () => ask('revoked'));
    await whenWorking('revoked', OF_ACCOUNT);
    app.clock.advance(60_000);
    const waiting = ask('revoked');
    await eventually('it waits', async () => {
      const { rows } = await app.pool.query('SELECT last_used_at AS at FROM api_keys WHERE id = $1', [id]);
      return rows[0].at.getTime() === app.clock.now().getTime();
    });
    await app.pool.query('UPDATE api_keys SET revoked_at = now() WHERE account_id = $1', [accountId]);
    app.clock.advance(30_000);
    await endAll();
    expect(await waiting).to.equal(403);
    expect(await Promise.all(served)).to.deep.equal(Array(OF_ACCOUNT).fill(200));
  });

  it('Serves the accounts whose requests wait in turn.', async () => {
    const others = ['a', 'b', 'c', 'd'];
    const asked = others.flatMap((account) => Array.from({ length: 2 * OF_ACCOUNT }, () => ask(account)));
    for (const account of others) await whenWorking(account, OF_ACCOUNT);
    asked.push(ask('e'));
    // The request has arrived once its key was looked up, which sets last_used_at afterwards.
    await eventually('e waits', async () => {
      const { rows } = await app.pool.query('SELECT last_used_at AS at FROM api_keys WHERE account_id = $1', [
        accountIds['e'],
      ]);
      return rows[0].at !== null;
    });
    await endAll();
    await whenWorking('e', 1);
    const answered = Promise.all(asked);
    await eventually('all are answered', async () => {
      await endAll();
      return await Promise.race([answered, undefined]);
    });
  });

  it('Reads four bodies of an account at a time for previews, checks and templates that are saved; its other requests wait, and none is refused.', async () => {
    const compute = (account: string) =>
      app
        .as(tokens[account])
        .post('/computing')
        .set('x-account', account)
        .send({})
        .then(({ status }) => status);
    const ofA = Array.from({ length: 3 * COMPUTED_OF_ACCOUNT }, () => compute('a'));
    await whenWorking('a', COMPUTED_OF_ACCOUNT);
    const ofB = compute('b');
    await whenWorking('b', 1);
    expect(count('a')).to.equal(COMPUTED_OF_ACCOUNT);
    const answered = Promise.all([...ofA, ofB]);
    const ending = eventually('all are answered', async () => {
      await endAll();
      return await Promise.race([answered, undefined]);
    });
    expect(new Set(await ending)).to.deep.equal(new Set([200]));
  });

  it('Skips a waiting request whose client has disconnected.', async () => {
    const asked = Array.from({ length: OF_ACCOUNT }, () => ask('a'));
    await whenWorking('a', OF_ACCOUNT);
    const gone = await openSocket(app.port);
    gone.write(
      `GET /slow HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nx-account: gone\r\nExpect: 100-continue\r\nAuthorization: Bearer ${tokens['a']}\r\n\r\n`,
    );
    // The server has its request.
    await once(gone, 'data');
    const last = ask('a');
    gone.destroy();
    await eventually('the server knows that it has gone', () =>
      app.logLines.some(({ msg }) => msg === 'request aborted by the client'),
    );
    const names: string[] = [];
    const answered = Promise.all([...asked, last]);
    await eventually('all are answered', async () => {
      names.push(...working.map(({ account }) => account));
      await endAll();
      return await Promise.race([answered, undefined]);
    });
    expect(names).not.to.include('gone');
  });

  it('Answers the next contact write when a client has gone while its write waited.', async () => {
    const asked = Array.from({ length: OF_ACCOUNT }, () => ask('a'));
    await whenWorking('a', OF_ACCOUNT);
    const gone = await openSocket(app.port);
    gone.write(
      `GET /contact-writes HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${tokens['a']}\r\n\r\n`,
    );
    // It has its turn, and waits for a place.
    await eventually('the write has its turn', () => lanes.inTurn === 1);
    gone.destroy();
    const last = ask('a', '/contact-writes');
    const answered = Promise.all([...asked, last]);
    const statuses = await eventually('all are answered', async () => {
      await endAll();
      return await Promise.race([answered, undefined]);
    });
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
  });

  it('Does not count requests that wait for the endpoint of a webhook towards the share of the database.', async () => {
    const outbound = Array.from({ length: OUTBOUND_OF_ACCOUNT + 1 }, () => ask('a', '/outbound'));
    await whenWorking('a', OUTBOUND_OF_ACCOUNT);
    const quick = ask('a');
    await whenWorking('a', OUTBOUND_OF_ACCOUNT + 1);
    expect(working.filter(({ path }) => path === '/slow')).to.have.length(1);
    const answered = Promise.all([...outbound, quick]);
    await eventually('all are answered', async () => {
      await endAll();
      return await Promise.race([answered, undefined]);
    });
  });
});
