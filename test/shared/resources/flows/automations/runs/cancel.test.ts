// Runs of contacts that are deleted are cancelled in the transaction that deletes them.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { removalWork } from '../../../../../../shared/resources/audience/cleanup/work.ts';
import { deleteContact } from '../../../../../../shared/resources/audience/contacts/delete.ts';
import { startRemovals } from '../../../../../../shared/resources/audience/removals/start.ts';
import { erasePerson } from '../../../../../../shared/resources/flows/erasures/erase-person.ts';
import type { WorkerDeps } from '../../../../../../workers/runtime/job.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createAudience, createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { createRun, readRun } from '../../../../../support/factories/run-factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { runJob } from '../../../../../support/work/run-job.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../../support/work/worker.ts';

describe('Cancels the runs of a contact that is deleted, by a request, with its audience or with its person.', () => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  let deps: WorkerDeps;
  let accountId: string;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined });
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  /** Two contacts of an audience, each with a run that a worker holds and one that has ended. */
  const prepare = async () => {
    const { id: domainId } = await createDomain(database.pool, accountId);
    const automation = await createAutomation(database.pool, accountId, { domainId });
    const audience = await createAudience(database.pool, accountId);
    const contactWithRuns = async (email: string) => {
      const { id } = await createContact(database.pool, { accountId, audienceId: audience.id, email });
      const held = await createRun(database.pool, { automation, contactId: id });
      const ended = await createRun(database.pool, { automation, contactId: id });
      await database.pool.query(
        `UPDATE automation_runs SET claimed_by = gen_random_uuid(), claim_token = gen_random_uuid(), attempts = 1 WHERE id = $1`,
        [held.id],
      );
      await database.pool.query("UPDATE automation_runs SET status = 'completed' WHERE id = $1", [ended.id]);
      return { id, held: held.id, ended: ended.id };
    };
    return { audience, bo: await contactWithRuns('bo@x.dev'), cy: await contactWithRuns('cy@x.dev') };
  };
  const expectCancelled = async ({ held, ended }: { held: string; ended: string }) => {
    const run = await readRun(database.pool, held);
    expect(run).to.include({ status: 'cancelled', reason: 'contact_deleted', isClaimed: false, attempts: 0 });
    expect(run).to.deep.include({ isWoken: false, nextAttemptAt: null, listens: [] });
    expect(run.endedAt).to.be.instanceOf(Date);
    expect(await readRun(database.pool, ended)).to.include({ status: 'completed' });
  };
  const expectRunning = async ({ held }: { held: string }) =>
    expect(await readRun(database.pool, held)).to.include({ status: 'running', isClaimed: true });

  it('a request', async () => {
    const { bo, cy } = await prepare();
    await deleteContact(deps, { accountId, id: bo.id }, new Date());
    await expectCancelled(bo);
    await expectRunning(cy);
  });

  it('a person', async () => {
    const { bo, cy } = await prepare();
    await erasePerson(deps, { accountId, id: bo.id }, new Date());
    await expectCancelled(bo);
    await expectRunning(cy);
  });

  it('an audience', async () => {
    const { audience, bo, cy } = await prepare();
    await database.pool.query('UPDATE audiences SET deleted_at = now() WHERE id = $1', [audience.id]);
    const removal = { id: audience.id, accountId, kind: 'audience' as const, now: new Date() };
    await transaction(database.pool, (client) => startRemovals(client, [removal], SILENT_QUEUES));
    await runJob(removalWork, [audience.id], deps);
    await expectCancelled(bo);
    await expectCancelled(cy);
  });
});
