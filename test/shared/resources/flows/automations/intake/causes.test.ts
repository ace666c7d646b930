// The rows of causes: which events make one, what two runs of one cause start at the same time, and their removal.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { RUNS_OF_CAUSE_MAX } from '../../../../../../shared/contract/limits.ts';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../../../../../shared/platform/time/durations.ts';
import { removeEndedCauses } from '../../../../../../shared/resources/flows/automations/intake/cause-rows.ts';
import type { IncomingCustomEvent } from '../../../../../../shared/resources/flows/events/incoming-event.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';

const RENAME = [{ key: 'rename', type: 'contact_update', config: { first_name: 'Bo' } }] as const;

describe('Causes', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  let accountId: string;
  let domainId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    domainId = (await createDomain(database.pool, accountId)).id;
  });

  const automate = (trigger: string, steps?: typeof RENAME) =>
    createAutomation(database.pool, accountId, { domainId, trigger, ...(steps && { steps }) });
  /** An event about a contact of its own. */
  const eventOf = async (name: string, fields: Partial<IncomingCustomEvent> = {}) => {
    const contactId = (await createContact(database.pool, { accountId })).id;
    const event: IncomingCustomEvent = {
      kind: 'custom',
      id: factoryIds.next(),
      accountId,
      domainId,
      contactId,
      name,
      payload: null,
      at: new Date(),
      chain: [],
      lane: 'event' as const,
    };
    return { ...event, ...fields };
  };
  /** An event that a run of a cause has caused. */
  const causedBy = (causeId: string, name: string) =>
    eventOf(name, { causeId, chain: [randomUUID()], runId: randomUUID() });
  const runs = async () => {
    const { rows } = await database.pool.query<{ automation: string; cause: string | null; id: string }>(
      `SELECT id, automation_id AS automation, cause_id AS cause FROM automation_runs
       WHERE account_id = $1 ORDER BY id`,
      [accountId],
    );
    return rows;
  };
  const causes = async () => {
    const { rows } = await database.pool.query<{ id: string; started: string[] }>(
      'SELECT id, automation_ids AS started FROM automation_causes WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows;
  };
  const store = async (started: readonly string[], nextCheckAt = new Date()) => {
    const id = factoryIds.next();
    await database.pool.query('INSERT INTO automation_causes VALUES ($1, $2, $3, $4)', [
      id,
      accountId,
      started,
      nextCheckAt,
    ]);
    return id;
  };
  const runsStarted = async (event: IncomingCustomEvent) => {
    const [taken] = await testIntake.take([event]);
    return taken?.outcome === 'taken' ? taken.runsStarted : undefined;
  };

  /** One event is taken in a transaction that continues until another one waits. @returns what the other one starts */
  const meet = async (causeId: string, first: string, second: string) => {
    const earlier = await causedBy(causeId, first);
    const later = await causedBy(causeId, second);
    let waiting: Promise<number | undefined> | undefined;
    await transaction(database.pool, async (client) => {
      await testIntake.intake.take(client, [earlier], { now: new Date(), beyondQuota: 'record' });
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      waiting = runsStarted(later);
      await eventually('the second one waits', async () => {
        const { rowCount } = await database.pool.query(
          'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
          [rows[0]?.pid],
        );
        return (rowCount ?? 0) > 0;
      });
    });
    return await waiting;
  };

  it('have a row for each event that starts a run which may cause others, with all that it has started', async () => {
    const still = await automate('paid');
    await automate('seen');
    const changing = await automate('paid', RENAME);
    await testIntake.take([await eventOf('paid'), await eventOf('seen'), await eventOf('paid')]);
    const stored = await causes();
    expect(stored.map(({ started }) => started)).to.deep.equal([
      [still.id, changing.id],
      [still.id, changing.id],
    ]);
    const [first, second] = stored.map(({ id }) => id);
    expect((await runs()).map(({ cause }) => cause)).to.deep.equal([null, first, null, null, second]);
  });

  it('get a row when a run without one causes an event: it has started its chain', async () => {
    const before = await automate('cart');
    const automation = await automate('paid', RENAME);
    const causeId = randomUUID();
    const event = await causedBy(causeId, 'paid');
    expect(await runsStarted({ ...event, chain: [before.id] })).to.equal(1);
    expect(await causes()).to.deep.equal([{ id: causeId, started: [before.id, automation.id] }]);
    // Another step of the same run.
    expect(await runsStarted({ ...(await causedBy(causeId, 'paid')), chain: [before.id] })).to.equal(0);
    expect((await runs()).map(({ cause }) => cause)).to.deep.equal([causeId]);
  });

  it('start an automation once, and no more runs than a cause may, when two runs cause events at the same time', async () => {
    await automate('paid');
    await automate('cart');
    const stored = await store([]);
    expect(await meet(stored, 'paid', 'paid')).to.equal(0);
    const full = await store(Array.from({ length: RUNS_OF_CAUSE_MAX - 1 }, () => randomUUID()));
    expect(await meet(full, 'paid', 'cart')).to.equal(0);
    // Both find no row, so the second one waits for the row of the first one.
    expect(await meet(randomUUID(), 'paid', 'paid')).to.equal(0);
    expect(await runs()).to.have.length(3);
  });
  it('start each automation once when many runs of several causes cause events at the same time', async () => {
    const automations = await Promise.all(['paid', 'cart', 'seen'].map((name) => automate(name, RENAME)));
    const stored = [await store([]), await store([]), randomUUID()];
    const groups = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        Promise.all(
          stored.flatMap((id, place) => [
            causedBy(id, automations[(number + place) % 3]?.trigger ?? ''),
            causedBy(id, automations[(number + 1) % 3]?.trigger ?? ''),
          ]),
        ),
      ),
    );
    await Promise.all(groups.map((events) => testIntake.take(events)));
    const started = (await runs()).map(({ automation, cause }) => `${cause} ${automation}`);
    expect(new Set(started).size).to.equal(started.length);
    expect(started).to.have.length(stored.length * automations.length);
  });

  it('are removed when none of their runs is running any more', async () => {
    await automate('paid', RENAME);
    const now = new Date();
    const later = (ms: number) => new Date(now.getTime() + ms);
    await testIntake.take([await eventOf('paid'), await eventOf('paid')], { now });
    const [ended, paused] = await runs();
    const ofRun = await causedBy(randomUUID(), 'seen');
    // A run that has no cause is its own.
    const own = paused && { ...ofRun, causeId: paused.id };
    await automate('seen');
    if (own) await testIntake.take([own], { now });
    await database.pool.query("UPDATE automation_runs SET status = 'failed' WHERE id = $1", [ended?.id]);
    await database.pool.query('UPDATE automation_runs SET wait_until = $2 WHERE id = $1', [
      paused?.id,
      later(30 * DAY_MS),
    ]);
    const left = async (at: Date) => {
      expect(await removeEndedCauses(database.pool, at)).to.equal(false);
      return (await causes()).map(({ id }) => id);
    };
    const both = [paused?.cause, paused?.id];
    expect(await left(now)).to.have.members([ended?.cause, ...both]);
    expect(await left(later(HOUR_MS))).to.have.members(both);
    await database.pool.query("UPDATE automation_runs SET status = 'completed' WHERE id = $1", [paused?.id]);
    // They are not looked at before the pause would have ended.
    expect(await left(later(29 * DAY_MS))).to.have.members(both);
    expect(await left(later(30 * DAY_MS))).to.deep.equal([]);
  });
});
