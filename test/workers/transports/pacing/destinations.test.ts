// The destinations that processes know, on one database: what one was asked for, the others know soon, and a restart does.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import { listDestinations } from '../../../../shared/resources/messaging/destinations/list.ts';
import {
  restDestinations,
  resumeDestinations,
} from '../../../../shared/resources/messaging/destinations/operate.ts';
import { findDestinations } from '../../../../shared/resources/messaging/destinations/stored.ts';
import type { MailLane } from '../../../../shared/resources/messaging/emails/email.ts';
import type { Destination } from '../../../../workers/transports/pacing/destination.ts';
import { Destinations } from '../../../../workers/transports/pacing/destinations.ts';
import type { Delivery } from '../../../../workers/transports/transport.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTcpGate, type TcpGate } from '../../../support/net/tcp-gate.ts';
import { createTestClock, type TestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { makeProvider } from '../support/unstored-destinations.ts';

const PROVIDER = makeProvider({ name: 'outlook', isListed: true, connections: 8 });
const KEY = { provider: 'outlook', source: '' };
const CHECK_EVERY_MS = 20;

/** What a server answers to RCPT. */
const refused = (code: number, enhanced: string, text: string) =>
  ({ kind: 'refused', stage: 'rcpt', reply: { code, enhanced, text } }) as Delivery;
const SLOW = refused(421, '4.3.2', 'Too many messages from this network (IB007).');
const BLOCKED = refused(550, '5.7.1', 'Part of their network is on our block list (S3140).');
const TAKEN = { kind: 'accepted' } as Delivery;

/** A process: its clocks, and its view of the provider. */
interface Process {
  all: Destinations;
  clock: TestClock;
  outlook: Destination;
  /** Monotonic. */
  advance(milliseconds: number): void;
}

describe('The destinations of processes', () => {
  const database = useDatabase();
  const log = createLog({ level: 'silent', process: 'test' });
  const running = new Set<Destinations>();
  let gate: TcpGate;
  /** The database of a process that may lose Postgres. */
  let gated: Database;
  before(async () => {
    gate = await createTcpGate(database.url);
    gated = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'gated', log });
  });
  beforeEach(async () => {
    gate.open();
    await database.pool.query('TRUNCATE destinations, worker_processes');
  });
  afterEach(async () => {
    gate.open();
    for (const each of running) await stop(each);
  });
  after(async () => {
    await gated.end();
    await gate.close();
  });

  const stop = async (all: Destinations) => {
    running.delete(all);
    await all.stop();
  };
  const start = async ({ lane = 'transactional' as MailLane, on = database.pool } = {}): Promise<Process> => {
    const clock = createTestClock();
    let nowMs = 0;
    const advance = (milliseconds: number) => {
      nowMs += milliseconds;
    };
    const all = new Destinations({
      database: on,
      clock,
      log,
      lane,
      group: 'send',
      deadAfterMs: MINUTE_MS,
      checkEveryMs: CHECK_EVERY_MS,
      nowMs: () => nowMs,
    });
    running.add(all);
    const outlook = all.of(PROVIDER, '');
    await all.load();
    return { all, clock, outlook, advance };
  };
  const stored = async () => (await findDestinations(database.pool, [KEY]))[0];
  const openTo = ({ outlook }: Process, limit: number) => {
    while (outlook.limit < limit) outlook.hear(TAKEN, 0);
  };
  /** Opens the window, and has it written. */
  const startOpen = async (limit: number) => {
    const first = await start();
    openTo(first, limit);
    first.advance(10 * SECOND_MS);
    await eventually('it is written, and its version is known', () => first.outlook.version > 0);
    return first;
  };

  it('begin where the row is: after a restart, and in another process', async () => {
    const first = await start();
    openTo(first, 5);
    await stop(first.all);
    expect((await start()).outlook.limit).to.equal(5);
  });

  it('count what was taken, every ten seconds', async () => {
    const first = await startOpen(2);
    first.outlook.hear(TAKEN, 0);
    first.advance(10 * SECOND_MS);
    const listed = () => listDestinations(database.pool, { limit: 1, now: first.clock.now() });
    await eventually('it is counted', async () => (await listed()).rows[0]?.sent === 2);
  });

  it('count what a relay took, which learns nothing while it takes all that its limits allow', async () => {
    const first = await start();
    first.outlook.sent += 3;
    first.advance(10 * SECOND_MS);
    const listed = () => listDestinations(database.pool, { limit: 1, now: first.clock.now() });
    await eventually('it is counted', async () => (await listed()).rows[0]?.sent === 3);
  });

  it('know within a look that another one was asked for less, or for a rest', async () => {
    const first = await startOpen(6);
    const begun = first.outlook.version;
    const second = await start();
    expect(second.outlook.limit).to.equal(6);
    first.outlook.hear(SLOW, 0);
    await eventually('the other one is slower', () => second.outlook.limit === 3);
    second.outlook.hear(BLOCKED, 0);
    const rest = await eventually('the other one rests', () => first.outlook.resting);
    expect(rest).to.deep.equal(second.outlook.resting);
    expect(rest.reason).to.equal('blocked');
    expect([first.outlook.limit, first.outlook.allowed]).to.deep.equal([1, 0]);
    expect(await stored()).to.deep.include({ window: 1, version: begun + 2, rest });
  });

  it('write nothing that was learned before another one was asked for less', async () => {
    const first = await startOpen(4);
    const second = await start();
    const version = second.outlook.version + 1;
    first.outlook.hear(SLOW, 0);
    await eventually('it is written', async () => (await stored())?.version === version);
    await eventually('the other one knows', () => second.outlook.version === version);
    expect([second.outlook.limit, second.outlook.hasLearned]).to.deep.equal([2, false]);
    await stop(second.all);
    expect(await stored()).to.include({ window: 2 });
  });

  it('keep what they were asked for while Postgres is away, and write it when it is back', async () => {
    const first = await start({ on: gated });
    openTo(first, 8);
    gate.shut();
    first.outlook.hear(SLOW, 0);
    first.outlook.hear(BLOCKED, 0);
    const connections = gate.connections;
    await eventually('they have tried', () => gate.connections > connections + 1);
    expect(first.outlook.resting?.reason).to.equal('blocked');
    expect(await stored()).to.equal(undefined);
    gate.open();
    await eventually('it is written', stored);
    expect(await stored()).to.deep.include({ window: 1, rest: first.outlook.resting });
  });

  it('follow operators, who put a provider to rest and end a rest', async () => {
    const { outlook, clock } = await startOpen(8);
    const now = clock.now();
    const until = new Date(now.getTime() + HOUR_MS);
    const named = { ...KEY, until, reply: 'They have called.' };
    await restDestinations(database.pool, named, { configured: [], now });
    await eventually('it rests', () => outlook.resting?.reason === 'operator');
    await resumeDestinations(database.pool, KEY, now);
    await eventually('it does not rest any more', () => !outlook.resting);
    expect(outlook.rest).to.equal(null);
    expect(outlook.limit).to.equal(8);
  });

  it('go on from one connection after a rest, and rest again if their clock was set back and they are asked to', async () => {
    const { outlook, clock } = await startOpen(8);
    const begun = outlook.version;
    outlook.hear(BLOCKED, 0);
    await eventually('it is written', () => outlook.version === begun + 1);
    clock.advance(4 * HOUR_MS);
    expect([outlook.resting, outlook.limit]).to.deep.equal([undefined, 1]);
    clock.advance(-5 * HOUR_MS);
    expect(outlook.resting, 'it would begin in the future').to.equal(undefined);
    outlook.hear(BLOCKED, 0);
    await eventually('it is written', () => outlook.version === begun + 2);
    expect(outlook.resting?.beganAt).to.deep.equal(clock.now());
  });

  it('divide the window by live processes, and leave a part to the other lane while its mail waits', async () => {
    const first = await startOpen(8);
    const campaigns = await start({ lane: 'campaign' });
    for (let process = 0; process < 2; process += 1)
      await database.pool.query(
        `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at) VALUES ($1, '{send}', 'h', 1, clock_timestamp())`,
        [randomUUID()],
      );
    const limits = () => [first.outlook.limit, campaigns.outlook.limit].join();
    await eventually('each has half', () => limits() === '4,4');
    for (const each of [first, campaigns]) {
      each.outlook.isWaitedFor = true;
      each.advance(10 * SECOND_MS);
    }
    await eventually('campaigns have a quarter of it', () => limits() === '3,1');
    for (const { clock } of [first, campaigns]) clock.advance(MINUTE_MS);
    expect(limits()).to.equal('4,4');
  });
});
