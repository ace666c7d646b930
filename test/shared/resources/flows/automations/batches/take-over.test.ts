// What processes of the release before do with batches and leave of them, while they are replaced by this one.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../../shared/platform/time/durations.ts';
import { planSchedule } from '../../../../../../shared/resources/flows/automations/batches/schedule.ts';
import { takeOverBatches } from '../../../../../../shared/resources/flows/automations/batches/take-over.ts';
import { requireAutomation } from '../../../../../../shared/resources/flows/automations/find.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../../support/work/worker.ts';

/** How the release before finds what is due. */
const DUE_BEFORE = `
  SELECT id FROM automation_batches WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at <= now()`;

describe('Processes of the release before', () => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: Awaited<ReturnType<typeof createWorkerDeps>>;
  let accountId: string;
  let domainId: string;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
    accountId = (await createAccount(database.pool)).id;
    domainId = (await createDomain(database.pool, accountId)).id;
  });

  const scheduled = async (at: Date) => {
    const automation = await createAutomation(database.pool, accountId, {
      domainId,
      trigger: 'service:schedule',
    });
    await database.pool.query('UPDATE automations SET trigger_config = $2 WHERE id = $1', [
      automation.id,
      JSON.stringify({ at: at.toISOString(), timezone: 'Etc/UTC' }),
    ]);
    return automation.id;
  };
  const batchesOf = async (automationId: string) => {
    const { rows } = await database.pool.query(
      'SELECT type, status, next_attempt_at AS due FROM automation_batch_work WHERE automation_id = $1 ORDER BY type',
      [automationId],
    );
    return rows;
  };

  it('see no batch of this one, which they would take for a deletion', async () => {
    const id = await scheduled(new Date(clock.now().getTime() - MINUTE_MS));
    const automation = await requireAutomation(database.pool, { accountId, id });
    await transaction(database.pool, (client) =>
      planSchedule(client, automation, { ids: deps.ids, now: clock.now() }),
    );
    expect(await batchesOf(id)).to.have.length(1);
    expect((await database.pool.query(DUE_BEFORE)).rows).to.deep.equal([]);
  });

  it('leave batches that are taken over, except those that they hold', async () => {
    const { id } = await createAutomation(database.pool, accountId, { domainId });
    const insert = (type: string, worker: string | null) =>
      database.pool.query(
        `INSERT INTO automation_batches (id, account_id, automation_id, type, position, created_at, next_attempt_at,
                                         woken_at, claimed_by, claim_token)
         VALUES (gen_random_uuid(), $1, $2, $3, $1, $4, $4, $4, $5, $5)`,
        [accountId, id, type, new Date(clock.now().getTime() - MINUTE_MS), worker],
      );
    await insert('cancel', null);
    await insert('delete', accountId);
    await takeOverBatches(deps, clock.now());
    await takeOverBatches(deps, clock.now());
    expect(await batchesOf(id)).to.deep.equal([{ type: 'cancel', status: 'pending', due: clock.now() }]);
    const { rows } = await database.pool.query('SELECT type FROM automation_batches');
    expect(rows).to.deep.equal([{ type: 'delete' }]);
  });

  it('leave schedules that are planned, once, if their time has not passed for long', async () => {
    const at = new Date(clock.now().getTime() + DAY_MS);
    const coming = await scheduled(at);
    const passed = await scheduled(new Date(clock.now().getTime() - 2 * HOUR_MS));
    await takeOverBatches(deps, clock.now());
    await takeOverBatches(deps, clock.now());
    expect(await batchesOf(coming)).to.deep.equal([{ type: 'schedule', status: 'pending', due: at }]);
    expect(await batchesOf(passed)).to.deep.equal([]);
  });
});
