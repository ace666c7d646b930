// The verbs for the reputation of domains and accounts.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { listenForEvents } from '../support/api/announced-events.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { makePaused, makeRecovering, makeWarmingUp } from '../support/factories/reputation-factories.ts';
import { countMail, useCapacity } from '../support/factories/sending-days-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const SPAM = { kind: 'operator', reason: 'Spam' } as const;

describe('ops', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      DATA_DIR: '/nonexistent',
      PUBLIC_URL: 'https://posthorn.dev',
    });
  let accountId: string;
  let domain: { id: string; accountId: string; name: string };
  let announced: Awaited<ReturnType<typeof listenForEvents>>;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { name: 'Acme' })).id;
    domain = await createDomain(database.pool, accountId);
    announced = await listenForEvents(database.pool, accountId, ['domain.*']);
  });
  const announcedStates = async () =>
    (await announced()).map(({ type, data }) => [type, data['id'], data['reputation']]);
  const stateOf = async (table: 'domains' | 'accounts', id: string) => {
    const { rows } = await database.pool.query(
      `SELECT reputation, recovery_capacity AS capacity, lifted_at IS NOT NULL AS "isLifted",
              reputation_notice_due_at IS NOT NULL AS "isNotified" FROM ${table} WHERE id = $1`,
      [id],
    );
    return rows[0];
  };

  describe('lift-reputation', () => {
    it('lifts the pause of a domain, which recovers from a quarter of what it sent, and announces it once', async () => {
      await makePaused(database.pool, 'domains', domain.id);
      const lifted = expectDone(await ops('lift-reputation', domain.name.toUpperCase()));
      expect(lifted).to.include({
        object: 'domain_reputation',
        id: domain.id,
        account_id: accountId,
        name: domain.name,
        status: 'recovering',
        cause: null,
        capacity: 100,
        recovery_base: 400,
        used: 0,
      });
      expect(lifted['lifted_at']).to.be.a('string').and.to.equal(lifted['since']);
      expect(await stateOf('domains', domain.id)).to.deep.equal({
        reputation: 'recovering',
        capacity: 100,
        isLifted: true,
        isNotified: false,
      });
      expect(await announcedStates()).to.deep.equal([['domain.updated', domain.id, 'recovering']]);
    });

    it('begins a recovery at 50 recipients at least', async () => {
      await makePaused(database.pool, 'domains', domain.id);
      await database.pool.query('UPDATE domains SET recovery_base = 8 WHERE id = $1', [domain.id]);
      expect(expectDone(await ops('lift-reputation', domain.name))).to.include({ capacity: 50 });
    });

    it('lifts the pause of an account by its id, and leaves its domains unchanged', async () => {
      await makePaused(database.pool, 'accounts', accountId);
      await makePaused(database.pool, 'domains', domain.id);
      expect(expectDone(await ops('lift-reputation', accountId))).to.include({
        object: 'account_reputation',
        id: accountId,
        account_id: accountId,
        name: 'Acme',
        status: 'recovering',
        capacity: 100,
      });
      expect((await stateOf('domains', domain.id)).reputation).to.equal('paused');
    });

    it('takes the domain of the account that --account names', async () => {
      const other = await createDomain(database.pool, (await createAccount(database.pool)).id, {
        name: domain.name,
        status: 'pending',
      });
      for (const id of [domain.id, other.id]) await makePaused(database.pool, 'domains', id);
      const lifted = expectDone(await ops('lift-reputation', domain.name, '--account', other.accountId));
      expect(lifted).to.include({ id: other.id, status: 'recovering' });
      expect((await stateOf('domains', domain.id)).reputation).to.equal('paused');
    });

    it('refuses what is not paused, what an operator has paused, and what does not exist', async () => {
      const refused = async (...args: string[]) => expectRefused(await ops('lift-reputation', ...args), 1);
      expect(await refused(domain.name)).to.equal(`${domain.name} is not paused; its reputation is good.`);
      expect(await refused(accountId)).to.equal('The account Acme is not paused; its reputation is good.');
      await makeRecovering(database.pool, 'domains', domain.id, { capacity: 60 });
      expect(await refused(domain.name)).to.include('recovering');
      await makePaused(database.pool, 'domains', domain.id, { cause: SPAM });
      expect(await refused(domain.name)).to.include('resume-domain');
      expect(await refused('unknown.dev')).to.include('unknown.dev');
      expect(await refused(domain.id)).to.include('no account');
      expectRefused(await ops('lift-reputation', 'not a domain'), 2);
      expect(await announced()).to.deep.equal([]);
    });

    it('lifts once when it is called several times at the same moment', async () => {
      await makePaused(database.pool, 'domains', domain.id);
      const results = await Promise.all(Array.from({ length: 5 }, () => ops('lift-reputation', domain.name)));
      expect(results.filter(({ code }) => code === 0)).to.have.length(1);
      expect(await announcedStates()).to.have.length(1);
    });
  });

  describe('pause-domain and resume-domain', () => {
    it('pause a domain with a reason and resume it, and announce both', async () => {
      const paused = expectDone(await ops('pause-domain', domain.name, '--reason', 'Spam'));
      expect(paused).to.deep.include({ id: domain.id, status: 'paused', cause: SPAM });
      expect(await stateOf('domains', domain.id)).to.include({ reputation: 'paused', isNotified: true });
      const resumed = expectDone(await ops('resume-domain', domain.name));
      expect(resumed).to.include({ id: domain.id, status: 'good', cause: null, capacity: null });
      expect(await stateOf('domains', domain.id)).to.include({ isNotified: false, isLifted: false });
      expect(await announcedStates()).to.deep.equal([
        ['domain.updated', domain.id, 'paused'],
        ['domain.updated', domain.id, 'good'],
      ]);
    });

    it('keep a recovery, which goes on', async () => {
      await makeRecovering(database.pool, 'domains', domain.id, { capacity: 70 });
      await ops('pause-domain', domain.name, '--reason', 'Spam');
      expect(expectDone(await ops('resume-domain', domain.name))).to.include({
        status: 'recovering',
        capacity: 70,
      });
    });

    it('refuse what is paused already, what no operator has paused, and a pause without a reason', async () => {
      expect(expectRefused(await ops('resume-domain', domain.name), 1)).to.include('not paused');
      await makePaused(database.pool, 'domains', domain.id);
      expect(expectRefused(await ops('resume-domain', domain.name), 1)).to.include('lift-reputation');
      expect(expectRefused(await ops('pause-domain', domain.name, '--reason', 'x'), 1)).to.include('bounces');
      await makePaused(database.pool, 'domains', domain.id, { cause: SPAM });
      expect(expectRefused(await ops('pause-domain', domain.name, '--reason', 'x'), 1)).to.include(
        'operator',
      );
      expect(expectRefused(await ops('pause-domain', domain.name), 2)).to.include('--reason');
      expectRefused(await ops('pause-domain', 'unknown.dev', '--reason', 'x'), 1);
      expect(await announced()).to.deep.equal([]);
    });
  });

  describe('list-reputation', () => {
    const DAY_MS = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    const list = async (...args: string[]) =>
      expectDone(await ops('list-reputation', ...args)) as unknown as {
        has_more: boolean;
        data: Record<string, unknown>[];
      };
    beforeEach(async () => {
      await database.pool.query('DELETE FROM sending_days');
      for (const table of ['accounts', 'domains'])
        await database.pool.query(
          `UPDATE ${table} SET reputation = 'good', reputation_changed_at = NULL, capacity_on = NULL`,
        );
    });

    it('lists nothing while all are good and without a capacity', async () => {
      expect(await list()).to.deep.equal({ object: 'list', has_more: false, data: [] });
    });

    it('lists what is paused first, then what is warned, recovers and warms up, of each the latest first', async () => {
      const [paused, warned, recovering, warming, again] = await Promise.all(
        Array.from({ length: 5 }, () => createDomain(database.pool, accountId)),
      );
      if (!paused || !warned || !recovering || !warming || !again) expect.fail('There are five domains.');
      await makeWarmingUp(database.pool, warming.id, { capacity: 100 });
      await makeRecovering(database.pool, 'domains', recovering.id, { capacity: 60, at: ago(1) });
      await makePaused(database.pool, 'domains', paused.id, { at: ago(2) });
      await makePaused(database.pool, 'accounts', accountId, { at: ago(3) });
      await makePaused(database.pool, 'domains', warned.id, { at: ago(1) });
      await database.pool.query(`UPDATE domains SET reputation = 'warned' WHERE id = $1`, [warned.id]);
      await makePaused(database.pool, 'domains', again.id, { at: ago(1), cause: SPAM });
      const { data } = await list();
      expect(data.map(({ object, id, status }) => [object, id, status])).to.deep.equal([
        ['domain_reputation', again.id, 'paused'],
        ['domain_reputation', paused.id, 'paused'],
        ['account_reputation', accountId, 'paused'],
        ['domain_reputation', warned.id, 'warned'],
        ['domain_reputation', recovering.id, 'recovering'],
        ['domain_reputation', warming.id, 'good'],
      ]);
      expect(data[0]).to.deep.include({ cause: SPAM });
      expect(data[5]?.['warm_up']).to.include({ day: 2, capacity: 100 });
      const limited = await list('--limit', '2');
      expect([limited.has_more, limited.data.length]).to.deep.equal([true, 2]);
    });

    it('shows the figures of the window, those of an account without its paused domains, and what is used today', async () => {
      const now = new Date();
      const since = ago(9);
      const paused = await createDomain(database.pool, accountId);
      await makePaused(database.pool, 'domains', paused.id);
      await countMail(database.pool, paused, now, { judged: 100, bounced: 40 });
      await countMail(database.pool, domain, now, {
        judged: 600,
        bounced: 3,
        complained: 3,
        daysAgo: 6,
        since,
      });
      await countMail(database.pool, domain, now, { judged: 900, bounced: 900, daysAgo: 7, since });
      await makeRecovering(database.pool, 'accounts', accountId, { capacity: 80, at: since });
      await useCapacity(database.pool, { accountId, subjectId: accountId }, now, 44);
      const { data } = await list();
      expect(data.find(({ id }) => id === paused.id)).to.include({
        judged: 100,
        bounced: 40,
        bounce_rate: 0.4,
      });
      expect(data.find(({ id }) => id === accountId)).to.include({
        judged: 600,
        bounced: 3,
        complained: 3,
        bounce_rate: 0.005,
        complaint_rate: 0.005,
        capacity: 80,
        used: 44,
      });
    });
  });
});
