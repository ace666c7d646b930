// The verbs for destinations: mailbox providers, as seen from each of our addresses.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createEmail } from '../support/factories/factories.ts';
import { expectDone, expectRefused, type OpsResult } from './run-ops.ts';

const HOUR_MS = 3_600_000;

interface Printed {
  provider: string;
  source: string | null;
  [field: string]: unknown;
}

describe('ops', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
  const dataOf = (result: OpsResult) => expectDone(result)['data'] as Printed[];
  const list = async (...args: string[]) => dataOf(await ops('list-destinations', ...args));
  beforeEach(() => database.pool.query('TRUNCATE destinations, emails, email_recipients, audit_events'));

  /** A destination that learned its pace; with hours, it has blocked us for so long. */
  const insert = (provider: string, source: string, hours?: number) =>
    database.pool.query(
      `INSERT INTO destinations (provider, source, "window", rate, rests_until, rested_at, reason, reply, version, updated_at)
       SELECT $1, $2, 7, 90, now() + $3 * interval '1 hour', now(), 'blocked', '550 5.7.1 Blocked.', 4, now()`,
      [provider, source, hours],
    );
  const versionsOf = async (provider: string) => {
    const { rows } = await database.pool.query<{ source: string; version: number }>(
      'SELECT source, version::float8 FROM destinations WHERE provider = $1 ORDER BY source',
      [provider],
    );
    return rows.map(({ source, version }) => [source, version]);
  };
  /** Mail that waits for the turn of a provider in half an hour. */
  const insertWaiting = async (provider: string, count: number) => {
    const { id } = await createAccount(database.pool);
    await createEmail(database.pool, id, { recipients: Array.from({ length: count }, () => ({})) });
    await database.pool.query(
      `UPDATE email_recipients SET woken_at = NULL, next_attempt_at = now() + interval '30 minutes', destination = $1
       WHERE destination IS NULL`,
      [`${provider} `],
    );
  };

  describe('list-destinations', () => {
    it('lists those that rest first, with their pace, what they said and the mail that waits', async () => {
      expect(await list()).to.deep.equal([]);
      await insert('microsoft', '192.0.2.1', 3);
      await insert('google', '');
      await insertWaiting('google', 2);
      const [blocked, other] = await list();
      expect(blocked).to.deep.include({
        object: 'destination',
        provider: 'microsoft',
        source: '192.0.2.1',
        waiting: 0,
        window: 7,
        rate: 90,
        reason: 'blocked',
        reply: '550 5.7.1 Blocked.',
      });
      expect(Date.parse(String(blocked?.['rests_until']))).to.be.above(Date.now() + 2 * HOUR_MS);
      expect(other).to.include({ provider: 'google', source: null, rests_until: null, waiting: 2 });
    });

    it('lists as many as are asked for, and says whether there are more', async () => {
      for (const provider of ['a.test', 'b.test', 'c.test']) await insert(provider, '');
      const limited = expectDone(await ops('list-destinations', '--limit', '2'));
      expect(limited['has_more']).to.equal(true);
      expect(limited['data']).to.have.length(2);
      expectRefused(await ops('list-destinations', '--limit', '1001'), 2);
    });

    it('leaves out relays of ours, which are no mailbox providers', async () => {
      await insert('via:default', '');
      expect(await list()).to.deep.equal([]);
    });

    it('shows a rest that is over as the last reply', async () => {
      await insert('google', '', -1);
      expect((await list())[0]).to.include({
        rests_until: null,
        reason: 'blocked',
        reply: '550 5.7.1 Blocked.',
      });
    });
  });

  describe('rest-destination', () => {
    const rest = (...args: string[]) => ops('rest-destination', ...args, '--reason', 'They have called.');

    it('puts a provider to rest from all addresses that are known, and keeps the pace', async () => {
      await insert('google', '192.0.2.1');
      await insert('google', '192.0.2.2');
      const rested = dataOf(await rest('Google', '--for', '2 hours'));
      expect(rested.map(({ source }) => source)).to.deep.equal(['192.0.2.1', '192.0.2.2']);
      for (const each of rested) {
        expect(each).to.include({ window: 7, rate: 90, reason: 'operator', reply: 'They have called.' });
        const until = Date.parse(String(each['rests_until']));
        expect(until - Date.parse(String(each['rested_at']))).to.equal(2 * HOUR_MS);
        expect(until).to.be.within(Date.now() + 1.9 * HOUR_MS, Date.now() + 2 * HOUR_MS);
      }
      expect(await versionsOf('google')).to.deep.equal([
        ['192.0.2.1', 5],
        ['192.0.2.2', 5],
      ]);
    });

    it('takes a provider that is not known yet: from the address of the system, from those of MX_SOURCES or from one', async () => {
      const [rested] = dataOf(await rest('google', '--for', '1 day'));
      expect(rested).to.include({ provider: 'google', source: null, window: 1, rate: 300 });
      const environment = { SMTP_URL: 'mx:', MX_SOURCES: '192.0.2.1/a.acme.dev,192.0.2.2/b.acme.dev' };
      const args = ['rest-destination', 'yahoo', '--for', '1 day', '--reason', 'x'];
      const all = await runCommand(args, { DATABASE_URL: database.url, ...environment });
      expect(dataOf(all).map(({ source }) => source)).to.deep.equal(['192.0.2.1', '192.0.2.2']);
      await rest('apple', '--for', '1 day', '--source', '2001:DB8:0::1');
      expect((await versionsOf('apple')).map(([source]) => source)).to.deep.equal(['2001:db8::1']);
    });

    it('keeps a rest that lasts longer', async () => {
      await insert('microsoft', '', 4);
      expect(dataOf(await rest('microsoft', '--for', '1 hour'))[0]).to.include({ reason: 'blocked' });
      expect(dataOf(await rest('microsoft', '--for', '5 hours'))[0]).to.include({ reason: 'operator' });
    });

    it('refuses durations of nothing and above 30 days, other sources than addresses, and no reason', async () => {
      for (const duration of ['0 s', '0', '31 days', '', 'soon', '-1 hour'])
        expect(expectRefused(await rest('google', `--for=${duration}`), 2), duration).to.include('30 days');
      for (const source of ['mx1.acme.dev', '192.0.2.0/24', '192.0.2.1/32'])
        expectRefused(await rest('google', '--for', '1 hour', `--source=${source}`), 2);
      for (const provider of ['', 'two words', "'; --"])
        expectRefused(await rest(provider, '--for', '1 hour'), 2);
      expectRefused(await ops('rest-destination', 'google', '--for', '1 hour'), 2);
      expectRefused(await ops('rest-destination', 'google', '--reason', 'x'), 2);
      expect(await list()).to.deep.equal([]);
    });
  });

  describe('resume-destination', () => {
    it('ends rests, and makes the mail due that waits for the provider, and no other mail', async () => {
      await insert('google', '', 4);
      await insertWaiting('google', 1_001);
      await insertWaiting('yahoo', 1);
      const resumed = expectDone(await ops('resume-destination', 'google'));
      expect(resumed).to.include({ mail: 1_001 });
      expect(resumed['data']).to.have.length(1);
      expect((resumed['data'] as Printed[])[0]).to.include({
        rests_until: null,
        rested_at: null,
        reason: null,
        reply: null,
      });
      expect(await versionsOf('google')).to.deep.equal([['', 5]]);
      const { rows } = await database.pool.query(
        `SELECT destination, count(*)::integer AS rows, max(next_attempt_at) < now() + interval '4 s' AS "isDue"
         FROM email_recipients GROUP BY 1 ORDER BY 1`,
      );
      expect(rows).to.deep.equal([
        { destination: 'yahoo ', rows: 1, isDue: false },
        { destination: null, rows: 1_001, isDue: true },
      ]);
    });

    it('ends the rest from one address alone where one is named', async () => {
      for (const source of ['192.0.2.1', '192.0.2.2']) await insert('google', source, 4);
      await ops('resume-destination', 'google', '--source', '192.0.2.2');
      expect((await list()).map(({ source, reason }) => [source, reason])).to.deep.equal([
        ['192.0.2.1', 'blocked'],
        ['192.0.2.2', null],
      ]);
    });

    it('refuses a provider, or an address, to which nothing was sent', async () => {
      expect(expectRefused(await ops('resume-destination', 'gogle'), 1)).to.include('gogle');
      await insert('google', '', 4);
      const refused = expectRefused(await ops('resume-destination', 'google', '--source', '192.0.2.9'), 1);
      expect(refused).to.include('192.0.2.9');
      expect((await list())[0]).to.include({ reason: 'blocked' });
    });
  });

  it('leave an audit event about the provider when destinations are put to rest and resumed', async () => {
    await ops('rest-destination', 'google', '--for', '1 hour', '--reason', 'x');
    await ops('resume-destination', 'google');
    await list();
    const events = dataOf(await ops('list-audit-events'));
    expect(events.map(({ operation, target_id }) => [operation, target_id])).to.deep.equal([
      ['ops resume-destination', 'google'],
      ['ops rest-destination', 'google'],
    ]);
  });
});
