// The rows of destinations: what a change for the worse leaves of what others know, what is learned for the better, and what
// other processes get to know of both.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../../../../shared/platform/time/durations.ts';
import type { DestinationRest } from '../../../../../shared/resources/messaging/destinations/destination.ts';
import { listDestinations } from '../../../../../shared/resources/messaging/destinations/list.ts';
import { countSentMails } from '../../../../../shared/resources/messaging/destinations/sent.ts';
import {
  findChangedDestinations,
  findDestinations,
  type Narrowing,
  narrowDestination,
  type Opening,
  openDestinations,
} from '../../../../../shared/resources/messaging/destinations/stored.ts';
import { useDatabase } from '../../../../support/database/database.ts';

const GOOGLE = { provider: 'google', source: '' };
const GROUP = { group: 'send', deadAfterMs: MINUTE_MS };

describe('The stored destinations', () => {
  const database = useDatabase();
  const now = new Date();
  const inMs = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  beforeEach(() => database.pool.query('TRUNCATE destinations, worker_processes'));

  /** A rest of an hour. */
  const restOf = (changes: Partial<DestinationRest> = {}): DestinationRest => ({
    beganAt: now,
    until: inMs(HOUR_MS),
    reason: 'asked',
    reply: '421 4.7.0 Later.',
    ...changes,
  });
  const narrow = (changes: Partial<Narrowing> = {}, at = now) =>
    narrowDestination(database.pool, { ...GOOGLE, window: 8, rate: null, rest: null, ...changes }, at);
  const open = (changes: Partial<Opening> = {}, lane: 'transactional' | 'campaign' = 'transactional') =>
    openDestinations(
      database.pool,
      lane,
      [{ ...GOOGLE, window: 9, rate: 90, version: 0, isWaitedFor: false, ...changes }],
      now,
    );
  const google = async () => (await findDestinations(database.pool, [GOOGLE]))[0];

  describe('that are narrowed', () => {
    it('are inserted, and named by the provider and our address', async () => {
      const made = await narrow({ rest: restOf() });
      expect(made).to.deep.include({ ...GOOGLE, window: 8, rate: null, rest: restOf() });
      expect(made.waitedAt).to.deep.equal({ transactional: null, campaign: null });
      const other = { provider: 'google', source: '192.0.2.1' };
      await narrow({ ...other, window: 3 });
      const found = await findDestinations(database.pool, [other, { provider: 'yahoo', source: '' }]);
      expect(found.map(({ source, window }) => [source, window])).to.deep.equal([['192.0.2.1', 3]]);
      expect(await google()).to.deep.equal(made);
    });

    it('keep the least of what processes have asked for, and count each time', async () => {
      const asked: [window: number, rate: number | null][] = [
        [8, null],
        [4, 60],
        [6, 30],
        [5, 90],
        [2, null],
      ];
      const kept: unknown[] = [];
      let first: number | undefined;
      for (const [window, rate] of asked) {
        const { version, ...pace } = await narrow({ window, rate });
        first ??= version;
        kept.push([version - first, pace.window, pace.rate]);
      }
      expect(kept).to.deep.equal([
        [0, 8, null],
        [1, 4, 60],
        [2, 4, 30],
        [3, 4, 30],
        [4, 2, 30],
      ]);
    });

    it('keep a rest that is asked for once more: its beginning, and the longer end with its words', async () => {
      const { version: first } = await narrow({ rest: restOf() });
      const shorter = { beganAt: inMs(MINUTE_MS), until: inMs(2 * MINUTE_MS), reply: 'Shorter.' };
      expect((await narrow({ rest: restOf(shorter) })).rest).to.deep.equal(restOf());
      expect((await narrow()).rest).to.deep.equal(restOf());
      const longer = { until: inMs(4 * HOUR_MS), reason: 'blocked', reply: 'Longer.' } as const;
      const { rest, version } = await narrow({ rest: restOf({ beganAt: inMs(MINUTE_MS), ...longer }) });
      expect([rest, version]).to.deep.equal([restOf(longer), first + 3]);
    });

    it('begin another rest when the last one is over, or would begin in the future of a clock that was set back', async () => {
      await narrow({ rest: restOf() });
      const later = restOf({ beganAt: inMs(2 * HOUR_MS), until: inMs(3 * HOUR_MS), reply: 'Another.' });
      expect((await narrow({ rest: later }, later.beganAt)).rest).to.deep.equal(later);
      const earlier = restOf({ beganAt: inMs(0), until: inMs(2.5 * HOUR_MS), reply: 'Set back.' });
      expect((await narrow({ rest: earlier }, earlier.beganAt)).rest).to.deep.equal(earlier);
    });

    it('begin above what processes know of a row that was removed', async () => {
      const { version } = await narrow();
      await narrow();
      await database.pool.query('TRUNCATE destinations');
      expect((await narrow()).version).to.be.above(version);
    });

    it('keep a rest that began after the one that is written late', async () => {
      const blocked = restOf({ beganAt: inMs(10 * MINUTE_MS), until: inMs(4 * HOUR_MS), reason: 'blocked' });
      await narrow({ rest: blocked }, blocked.beganAt);
      expect((await narrow({ rest: restOf() }, inMs(20 * MINUTE_MS))).rest).to.deep.equal(blocked);
    });
  });

  describe('that have opened', () => {
    it('are written where nothing is known, and where the last change for the worse is', async () => {
      await open();
      expect(await google()).to.deep.include({ window: 9, rate: 90, rest: null });
      const { version } = await narrow({ window: 2, rate: 10, rest: restOf() });
      for (const seen of [0, version - 1, version + 1]) await open({ version: seen });
      expect(await google()).to.deep.include({ window: 2, rate: 10, version });
      await open({ version, window: 3, rate: null });
      expect(await google()).to.deep.include({ window: 3, rate: null, version, rest: restOf() });
    });

    it('keep when mail of the other lane last had to wait', async () => {
      await open({ isWaitedFor: true });
      expect((await google())?.waitedAt).to.deep.equal({ transactional: now, campaign: null });
      const version = (await google())?.version ?? 0;
      await open({ version });
      await open({ version, isWaitedFor: true }, 'campaign');
      expect((await google())?.waitedAt).to.deep.equal({ transactional: now, campaign: now });
    });

    it('are written in one statement, each by its own version', async () => {
      await narrow({ window: 2 });
      const rows = [
        { provider: 'yahoo', source: '', window: 4, rate: null, version: 0, isWaitedFor: false },
        { ...GOOGLE, window: 4, rate: null, version: 0, isWaitedFor: true },
        { provider: 'apple', source: '', window: 4, rate: 7, version: 0, isWaitedFor: true },
      ];
      await openDestinations(database.pool, 'campaign', rows, now);
      const found = await findDestinations(database.pool, rows);
      const shown = found.map(({ provider, window, rate, waitedAt }) => [
        provider,
        window,
        rate,
        waitedAt.campaign,
      ]);
      expect(shown.sort()).to.deep.equal([
        ['apple', 4, 7, now],
        ['google', 2, null, null],
        ['yahoo', 4, null, null],
      ]);
      await openDestinations(database.pool, 'campaign', [], now);
    });
  });

  describe('that have taken mail', () => {
    it('have what was taken in the last hour, as if an hour before had taken it evenly', async () => {
      await narrow();
      const hour = new Date('2026-11-30T10:00:00Z').getTime();
      const at = (minutes: number) => new Date(hour + minutes * MINUTE_MS);
      const sentAt = async (minutes: number) => {
        const { rows } = await listDestinations(database.pool, { limit: 1, now: at(minutes) });
        return rows[0]?.sent;
      };
      expect(await sentAt(0)).to.equal(0);
      for (const [minutes, count] of [
        [10, 50],
        [50, 10],
        [75, 8],
      ] as const)
        await countSentMails(
          database.pool,
          [
            { ...GOOGLE, count },
            { provider: 'gone', source: '', count },
          ],
          at(minutes),
        );
      expect([await sentAt(90), await sentAt(150), await sentAt(180)]).to.deep.equal([38, 4, 0]);
      await countSentMails(database.pool, [{ ...GOOGLE, count: 5 }], at(300));
      expect(await sentAt(301)).to.equal(5);
    });
  });

  describe('that have changed', () => {
    it('are those that were written since a time of the database, and none before anything was read', async () => {
      const yahoo = { provider: 'yahoo', source: '' };
      await narrow();
      const { version } = await narrow(yahoo);
      // Times are read in milliseconds, and written in microseconds.
      await database.pool.query(`UPDATE destinations SET updated_at = updated_at - interval '1 second'`);
      const first = await findChangedDestinations(database.pool, null, GROUP);
      expect(first.changed).to.deep.equal([]);
      expect((await findChangedDestinations(database.pool, first.readAt, GROUP)).changed).to.deep.equal([]);
      await open({ ...yahoo, version });
      const { changed } = await findChangedDestinations(database.pool, first.readAt, GROUP);
      expect(changed.map(({ provider, window }) => [provider, window])).to.deep.equal([['yahoo', 9]]);
    });

    it('come with the number of live processes of the group', async () => {
      const insert = (groups: string[], silentS: number) =>
        database.pool.query(
          `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
           VALUES ($1, $2, 'here', 1, clock_timestamp() - $3 * interval '1 second')`,
          [randomUUID(), groups, silentS],
        );
      const count = async () => (await findChangedDestinations(database.pool, null, GROUP)).processes;
      expect(await count()).to.equal(0);
      await insert(['send'], 1);
      await insert(['webhooks', 'send'], 30);
      await insert(['webhooks'], 1);
      await insert(['send'], 90);
      expect(await count()).to.equal(2);
    });
  });
});
