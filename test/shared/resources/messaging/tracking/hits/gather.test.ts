// The gatherer of hits: what it stores, what it leaves out, and what becomes of hits while Postgres is unavailable.
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../../shared/platform/log/log.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  createHitGatherer,
  type HitGatherer,
} from '../../../../../../shared/resources/messaging/tracking/hits/gather.ts';
import type { NewHit } from '../../../../../../shared/resources/messaging/tracking/hits/hit.ts';
import { createMetrics, type Metrics } from '../../../../../../shared/resources/service-metrics.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createEmail } from '../../../../../support/factories/factories.ts';
import { createTcpGate, type TcpGate } from '../../../../../support/net/tcp-gate.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';
import { eventually } from '../../../../../support/time/eventually.ts';

describe('The gatherer of hits', () => {
  after(async () => {
    await database?.end();
    await gate?.close();
  });
  const own = useDatabase();
  const clock = createTestClock();
  const ids = createIds(clock);
  let gate: TcpGate;
  /** Connected to the database through the gate. */
  let database: Database;
  let metrics: Metrics;
  let lines: Record<string, unknown>[];
  let gatherer: HitGatherer;
  let email: Awaited<ReturnType<typeof createEmail>>;
  let recipientId: string;

  before(async () => {
    gate = await createTcpGate(own.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: gate.url, poolSize: 4, applicationName: 'test', log });
    const recipients = Array.from({ length: 50 }, (_, n) => ({ address: `r${n}@customer.dev` }));
    email = await createEmail(own.pool, (await createAccount(own.pool)).id, { recipients });
    recipientId = email.recipients[0]?.id ?? '';
  });
  beforeEach(async () => {
    gate.open();
    gatherer = create(database);
    await own.pool.query('TRUNCATE tracking_hits');
  });
  afterEach(async () => {
    gate.open();
    await gatherer.drain();
  });

  function create(on: Database): HitGatherer {
    metrics = createMetrics();
    lines = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const log = createLog({ level: 'warn', process: 'test', destination });
    return createHitGatherer({ database: on, ids, clock, metrics, log });
  }
  const newHit = (changes: Partial<NewHit> = {}): NewHit => ({
    recipientId,
    link: null,
    at: clock.now(),
    ipAddress: '203.0.113.7',
    userAgent: 'Mail/1.0',
    isPrefetch: false,
    ...changes,
  });
  const stored = async () => (await own.pool.query('SELECT * FROM tracking_hits ORDER BY id')).rows;
  const count = async (outcome: string) => {
    const { values } = await metrics.trackingHits.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };

  it('stores hits with their email and account, due ten seconds after they are inserted', async () => {
    const opened = newHit();
    const followed = newHit({ link: 'https://acme.dev/?a=1&b="é', isPrefetch: true });
    for (const hit of [opened, followed]) gatherer.add(hit);
    await gatherer.drain();
    const rows = await stored();
    expect(rows.map(({ id, ...row }) => [id.slice(0, 13), row])).to.deep.equal(
      [opened, followed].map(({ at, ...hit }) => [
        ids.next().slice(0, 13),
        {
          account_id: email.accountId,
          is_vote: false,
          email_id: email.id,
          recipient_id: hit.recipientId,
          link: hit.link,
          hit_at: at,
          ip_address: hit.ipAddress,
          user_agent: hit.userAgent,
          is_prefetch: hit.isPrefetch,
          verdict: null,
          next_attempt_at: new Date(clock.now().getTime() + 10_000),
          attempts: 0,
          claimed_by: null,
          claim_token: null,
          woken_at: null,
        },
      ]),
    );
  });

  it('drops hits of mail that was removed, and keeps the others of their group', async () => {
    for (const of of [ids.next(), recipientId, '01900000-0000-7000-8000-000000000001'])
      gatherer.add(newHit({ recipientId: of }));
    await gatherer.drain();
    expect((await stored()).map((row) => row.recipient_id)).to.deep.equal([recipientId]);
  });

  it('takes equal hits within ten seconds as one, and hits that differ in anything as others', async () => {
    const others: Partial<NewHit>[] = [
      {},
      { link: 'https://acme.dev' },
      { link: 'https://acme.dev/2' },
      { ipAddress: '203.0.113.8' },
      { userAgent: 'Mail/1.1' },
      { isPrefetch: true },
    ];
    for (const afterMs of [0, 5_000, 4_999]) {
      clock.advance(afterMs);
      for (const changes of others) gatherer.add(newHit(changes));
    }
    await gatherer.drain();
    expect(await stored()).to.have.length(others.length);
    expect(await count('repeated')).to.equal(2 * others.length);
    clock.advance(1);
    gatherer.add(newHit());
    clock.advance(9_999);
    gatherer.add(newHit());
    await gatherer.drain();
    expect(await stored()).to.have.length(others.length + 1);
  });

  it('inserts thousands of hits in few statements, one at a time', async () => {
    let statements = 0;
    let running = 0;
    let most = 0;
    const watched = Object.create(own.pool, {
      query: {
        async value(...args: unknown[]) {
          statements += 1;
          running += 1;
          most = Math.max(most, running);
          return await Reflect.apply(own.pool.query, own.pool, args).finally(() => {
            running -= 1;
          });
        },
      },
    }) as Database;
    gatherer = create(watched);
    for (let n = 0; n < 5_000; n += 1) {
      const { id = '' } = email.recipients[n % email.recipients.length] ?? {};
      gatherer.add(newHit({ recipientId: id, userAgent: `Mail/${n}` }));
    }
    await gatherer.drain();
    expect(await stored()).to.have.length(5_000);
    expect([statements, most]).to.deep.equal([5, 1]);
    expect(await count('written')).to.equal(5_000);
  });

  it('keeps hits while Postgres is away, and stores each once afterwards', async () => {
    gate.shut();
    for (let n = 0; n < 30; n += 1) gatherer.add(newHit({ userAgent: `Mail/${n}` }));
    const before = gate.connections;
    await eventually('it has tried again', () => gate.connections > before + 1);
    expect(await stored()).to.deep.equal([]);
    gate.open();
    await eventually('they are there', async () => (await stored()).length === 30);
    expect([await count('dropped'), lines]).to.deep.equal([0, []]);
  });

  it('Takes a hundred hits of a recipient in ten seconds, whatever clients they name.', async () => {
    for (let n = 0; n < 150; n += 1) gatherer.add(newHit({ userAgent: `Mail/${n}` }));
    clock.advance(10_000);
    gatherer.add(newHit());
    await gatherer.drain();
    expect(await stored()).to.have.length(101);
    expect(await count('repeated')).to.equal(50);
  });

  it('stores a group once whose answer was lost, although its hits are judged and removed', async () => {
    let isLost = false;
    const losing = Object.create(own.pool, {
      query: {
        async value(...args: unknown[]) {
          const result = await Reflect.apply(own.pool.query, own.pool, args);
          if (isLost) return result;
          isLost = true;
          expect(await stored()).to.have.length(1);
          await own.pool.query('TRUNCATE tracking_hits');
          throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
        },
      },
    }) as Database;
    gatherer = create(losing);
    gatherer.add(newHit());
    await gatherer.drain();
    expect(isLost).to.equal(true);
    expect(await stored()).to.deep.equal([]);
  });

  it('keeps 50,000 hits while Postgres is away, drops and counts the others, and logs it once', async () => {
    gate.shut();
    for (let n = 0; n < 52_000; n += 1) gatherer.add(newHit({ recipientId: ids.next() }));
    const dropped = await eventually('some are dropped', async () => (await count('dropped')) || undefined);
    expect(dropped).to.be.within(1_000, 2_000);
    expect(lines.map(({ msg }) => msg)).to.deep.equal([
      'too many hits of tracked mail wait, further ones are dropped',
    ]);
  });

  it('keeps a limited number of bytes while Postgres is away', async () => {
    gate.shut();
    for (let n = 0; n < 20_000; n += 1)
      gatherer.add(newHit({ recipientId: ids.next(), link: `https://acme.dev/${'x'.repeat(1_980)}` }));
    const dropped = await eventually('some are dropped', async () => (await count('dropped')) || undefined);
    expect(dropped).to.be.within(3_000, 6_000);
  });

  it('stops in time while Postgres is away, and logs how many hits were dropped', async () => {
    gate.shut();
    for (let n = 0; n < 3; n += 1) gatherer.add(newHit({ userAgent: `Mail/${n}` }));
    await gatherer.drain();
    expect(await count('dropped')).to.equal(3);
    expect(lines.map(({ msg, dropped }) => [msg, dropped])).to.deep.equal([
      ['hits of tracked mail could not be written', 3],
    ]);
  });
});
