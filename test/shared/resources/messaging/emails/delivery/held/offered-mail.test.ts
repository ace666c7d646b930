// Mail that is awake and not claimed, how it goes back to sleep until its destination's turn, and how it is woken before.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MINUTE_MS } from '../../../../../../../shared/platform/time/durations.ts';
import {
  findOfferedMail,
  putOffMail,
  wakePutOffMail,
} from '../../../../../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import { sendingWork } from '../../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../../support/database/database.ts';
import { expectIndex } from '../../../../../../support/database/plans.ts';
import { explainWork, readingsOf } from '../../../../../../support/database/prepared-plans.ts';
import { extent } from '../../../../../../support/extent.ts';
import { createAccount, createEmail } from '../../../../../../support/factories/factories.ts';
import { resume, suspend } from '../../../../../../support/factories/suspension-factories.ts';
import { type DialoguePart, storedDialogue } from '../../../../../../support/stored-dialogue.ts';

describe('Mail for direct delivery', () => {
  const database = useDatabase();
  const now = new Date();
  const inMs = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  /** Emails of one awake recipient each. @returns the ids of the recipients */
  const insertAwake = async (count: number, account = accountId) => {
    const { recipients } = await createEmail(database.pool, account, {
      recipients: Array.from({ length: count }, () => ({})),
    });
    return recipients.map(({ id }) => id);
  };
  const set = (id: string, column: string, value: unknown) =>
    database.pool.query(`UPDATE email_recipients SET ${column} = $2 WHERE id = $1`, [id, value]);
  const claim = (ids: readonly string[]) =>
    sendingWork.table.claim(database.pool, ids, { worker: randomUUID(), token: randomUUID() });
  const stateOf = async (id: string) => {
    const { rows } = await database.pool.query(
      `SELECT woken_at IS NOT NULL AS "isAwake", claimed_by IS NOT NULL AS "isClaimed", attempts, destination,
              next_attempt_at AS "nextAt"
       FROM email_recipients WHERE id = $1`,
      [id],
    );
    return rows[0];
  };

  describe('that is offered', () => {
    const offered = async (...ids: string[]) => await findOfferedMail(database.pool, ids);

    it('is awake, and not claimed', async () => {
      const [awake = '', asleep = '', claimed = ''] = await insertAwake(3);
      await set(asleep, 'woken_at', null);
      await claim([claimed]);
      const [mail, ...others] = await offered(awake, asleep, claimed, randomUUID());
      expect(others).to.deep.equal([]);
      expect(mail).to.deep.include({
        id: awake,
        accountId,
        address: 'bo@customer.dev',
        sourcePool: null,
        lastSource: null,
        announcedRest: null,
        wasPutOff: false,
      });
    });

    it('names what decides its way: the pool of its domain, the rest that it announced, and when it was due', async () => {
      const { recipients, domainId, id: emailId } = await createEmail(database.pool, accountId);
      const id = recipients[0]?.id ?? '';
      await database.pool.query(`UPDATE domains SET source_pool = 'acme' WHERE id = $1`, [domainId]);
      await set(id, 'announced_rest', now);
      await set(id, 'destination', 'google ');
      const due = inMs(-MINUTE_MS);
      await database.pool.query('UPDATE emails SET created_at = $2 WHERE id = $1', [emailId, due]);
      const expected = { sourcePool: 'acme', announcedRest: now, wasPutOff: true, dueAt: due };
      expect((await offered(id))[0]).to.deep.include(expected);
      await database.pool.query('UPDATE emails SET scheduled_at = $2 WHERE id = $1', [emailId, now]);
      expect((await offered(id))[0]?.dueAt).to.deep.equal(now);
    });

    it('has no time at which it was due where its email no longer exists', async () => {
      const { recipients, id: emailId } = await createEmail(database.pool, accountId);
      await database.pool.query('DELETE FROM emails WHERE id = $1', [emailId]);
      const [mail] = await offered(recipients[0]?.id ?? '');
      expect(mail).to.deep.include({ dueAt: null, sourcePool: null });
    });

    const server = 'mx1.customer.dev';
    const v4 = { server, address: '198.51.100.1', source: '192.0.2.1' };
    const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified: true };
    const long: DialoguePart['lines'] = [[1, 's', 'x'.repeat(5_000)]];
    const dialogues: [what: string, parts: DialoguePart[], source: string | null][] = [
      ['one over IPv4', [{ ...v4, tls, lines: [[3, 's', '220 Hello']] }], '192.0.2.1'],
      ['one over IPv6', [{ server, address: '2001:db8::2', source: '2001:db8::1' }], '2001:db8::1'],
      ['one without our address', [{ server, address: '198.51.100.1', tls }], null],
      ['one after another that was not connected', [{ server }, v4], '192.0.2.1'],
      ['two', [v4, { ...v4, source: '192.0.2.2' }], '192.0.2.1'],
      [
        'one that quotes a head of its own',
        [{ server, lines: [[1, 's', '=a\tb\t203.0.113.9\t']] }, v4],
        '192.0.2.1',
      ],
      ['one that is named after more than is read', [{ server, lines: long }, v4], null],
      ['none', [], null],
    ];
    it('names our address of its last try, where its dialogue has one', async () => {
      const [id = ''] = await insertAwake(1);
      await set(id, 'attempts', 1);
      for (const [what, parts, source] of dialogues) {
        await set(id, 'dialogue', storedDialogue(...parts));
        expect((await offered(id))[0]?.lastSource, what).to.equal(source);
      }
      await set(id, 'dialogue', null);
      expect((await offered(id))[0]?.lastSource).to.equal(null);
      await set(id, 'dialogue', storedDialogue(v4));
      await set(id, 'attempts', 0);
      expect((await offered(id))[0]?.lastSource, 'it was not tried').to.equal(null);
    });
  });

  describe('that is put off', () => {
    it('sleeps until its turn, without a claim or a try, each for its own destination', async () => {
      const [a = '', b = ''] = await insertAwake(2);
      await putOffMail(database.pool, [
        { id: a, until: inMs(MINUTE_MS), destination: 'google 192.0.2.1' },
        { id: b, until: inMs(2 * MINUTE_MS), destination: null },
      ]);
      const asleep = { isAwake: false, isClaimed: false, attempts: 0 };
      const expected = { ...asleep, destination: 'google 192.0.2.1', nextAt: inMs(MINUTE_MS) };
      expect(await stateOf(a)).to.deep.equal(expected);
      expect(await stateOf(b)).to.deep.equal({ ...asleep, destination: null, nextAt: inMs(2 * MINUTE_MS) });
    });

    it('stays as it is while it is claimed or asleep, and forgets its destination when it is claimed', async () => {
      const [claimed = '', asleep = ''] = await insertAwake(2);
      const later = { until: inMs(MINUTE_MS), destination: 'google ' };
      await putOffMail(database.pool, [{ id: asleep, ...later }]);
      await claim([claimed]);
      const before = [await stateOf(claimed), await stateOf(asleep)];
      const latest = { until: inMs(9 * MINUTE_MS), destination: 'yahoo ' };
      const unknown = { id: randomUUID(), ...latest };
      await putOffMail(database.pool, [{ id: claimed, ...latest }, { id: asleep, ...latest }, unknown]);
      expect([await stateOf(claimed), await stateOf(asleep)]).to.deep.equal(before);
      await set(asleep, 'woken_at', now);
      await claim([asleep]);
      expect(await stateOf(asleep)).to.include({ isClaimed: true, destination: null });
    });
  });

  describe('that was put off', () => {
    const wake = async (
      destination: string,
      count: number,
      lane: 'transactional' | 'campaign' = 'transactional',
    ) => (await wakePutOffMail(database.pool, lane, [{ destination, count }], now)).map(({ id }) => id);
    /** Puts off mail whose turns are expected in so many minutes. */
    const insertPutOff = async (destination: string, minutes: readonly number[], account = accountId) => {
      const ids = await insertAwake(minutes.length, account);
      const later = ids.map((id, index) => ({
        id,
        until: inMs((minutes[index] ?? 0) * MINUTE_MS),
        destination,
      }));
      await putOffMail(database.pool, later);
      return ids;
    };
    beforeEach(() => database.pool.query('TRUNCATE email_recipients'));

    it('is woken for as many as there is room, those first whose turn was expected first', async () => {
      const [c = '', a = '', b = '', d = ''] = await insertPutOff('google ', [3, 1, 2, -1]);
      expect((await wake('google ', 2)).sort()).to.deep.equal([a, d].sort());
      expect(await stateOf(a)).to.deep.include({ isAwake: true, nextAt: now, destination: 'google ' });
      expect((await stateOf(d)).nextAt, 'it was due').to.deep.equal(inMs(-MINUTE_MS));
      expect(await wake('google ', 0)).to.deep.equal([]);
      expect((await wake('google ', 9)).sort()).to.deep.equal([b, c].sort());
      expect(await wake('google ', 9)).to.deep.equal([]);
    });

    it('is of each destination that has room, as seen from the address of its key', async () => {
      const [a = ''] = await insertPutOff('google 192.0.2.1', [1]);
      const [b = ''] = await insertPutOff('google 192.0.2.2', [1]);
      await insertPutOff('google ', [1]);
      const [d = ''] = await insertPutOff('yahoo ', [1]);
      expect(await wake('google 192.0.2.1', 9)).to.deep.equal([a]);
      const rooms = ['google 192.0.2.2', 'yahoo ', 'apple '].map((destination) => ({
        destination,
        count: 2,
      }));
      const woken = await wakePutOffMail(database.pool, 'transactional', rooms, now);
      const sorted = woken.map(({ id, destination }) => [destination, id]).sort();
      expect(sorted).to.deep.equal([
        ['google 192.0.2.2', b],
        ['yahoo ', d],
      ]);
    });

    it('is never woken once it has ended, also by a worker that does not know what it waited for', async () => {
      const [ended = ''] = await insertPutOff('google ', [1]);
      await database.pool.query(
        `UPDATE email_recipients SET state = 'delivered', next_attempt_at = NULL WHERE id = $1`,
        [ended],
      );
      expect(await wake('google ', 9)).to.deep.equal([]);
    });

    it('is woken by its own lane, not while it is claimed, and not while its account is suspended', async () => {
      const [campaign = '', claimed = ''] = await insertPutOff('google ', [1, 1]);
      await set(campaign, 'lane', 'campaign');
      await set(claimed, 'woken_at', now);
      await claim([claimed]);
      await database.pool.query(
        `UPDATE email_recipients SET woken_at = NULL, destination = 'google ' WHERE claimed_by IS NOT NULL`,
      );
      expect(await wake('google ', 9)).to.deep.equal([]);
      expect(await wake('google ', 9, 'campaign')).to.deep.equal([campaign]);
      const { id: suspended } = await createAccount(database.pool);
      const [mail = ''] = await insertPutOff('google ', [1], suspended);
      await suspend(database.pool, suspended);
      expect(await wake('google ', 9)).to.deep.equal([]);
      await resume(database.pool, suspended);
      expect(await wake('google ', 9)).to.deep.equal([mail]);
    });
  });

  describe('among much that waits for a provider', function () {
    this.timeout(600_000);
    const ROWS = extent('MAIL_PLAN_ROWS', 30_000, 200_000);
    const COUNT = 10;
    let ids: string[];
    before(async () => {
      await database.pool.query('TRUNCATE email_recipients');
      await database.pool.query(
        `INSERT INTO email_recipients
           (id, next_attempt_at, destination, email_id, account_id, kind, position, address, state, lane, updated_at)
         SELECT uuid_v7(date_trunc('month', now()) + (n / 10 % 5 - 1) * interval '1 month' + interval '1 day'),
                now() + n * interval '1 ms', CASE WHEN n % 10 < 8 THEN 'google ' WHEN n % 10 < 9 THEN 'yahoo ' END,
                gen_random_uuid(), $2, 'to', 0, 'a@acme.dev', 'queued', 'transactional', now()
         FROM generate_series(1, $1::integer) AS n`,
        [ROWS, accountId],
      );
      await database.pool.query('ANALYZE email_recipients');
      ids = await insertAwake(COUNT);
    });

    it('is found, put off and woken with indexes, by reading no more than it needs', async () => {
      const rooms = ['google ', 'yahoo ', 'apple '].map((destination) => ({ destination, count: COUNT }));
      const later = ids.map((id) => ({ id, until: inMs(MINUTE_MS), destination: 'google ' }));
      const works: [name: string, index: RegExp, rows: number, work: (on: never) => Promise<unknown>][] = [
        ['wake', /_destination_lane/, 2 * COUNT, (on) => wakePutOffMail(on, 'transactional', rooms, now)],
        ['put off', /pkey/, COUNT, (on) => putOffMail(on, later)],
        ['find', /pkey/, COUNT, (on) => findOfferedMail(on, ids)],
      ];
      for (const [name, index, rows, work] of works) {
        const readings = readingsOf(
          await explainWork(database.url, { plansOnce: true }, work),
          /^email_recipients/,
        );
        const read = readings.reduce((sum, each) => sum + each.read, 0);
        expectIndex(
          readings.map(({ node }) => node),
          index,
          name,
        );
        expect(read, name).to.be.within(rows, 20 * rows);
      }
    });
  });
});
