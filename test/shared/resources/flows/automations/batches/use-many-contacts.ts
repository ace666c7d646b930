// What the tests of batches that start runs share: an account with many contacts, enrolments, and their rows.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import type { Claim } from '../../../../../../shared/platform/work/work-table.ts';
import type {
  AutomationBatch,
  EnrollSelection,
} from '../../../../../../shared/resources/flows/automations/batches/batch.ts';
import { startAutomationBatch } from '../../../../../../shared/resources/flows/automations/batches/start.ts';
import { automationBatchWork } from '../../../../../../shared/resources/flows/automations/batches/work.ts';
import type { WorkerDeps } from '../../../../../../workers/runtime/job.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  type AutomationFields,
  createAutomation,
} from '../../../../../support/factories/automation-factories.ts';
import { defaultAudienceOf } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';
import { runJob } from '../../../../../support/work/run-job.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../../support/work/worker.ts';

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at)
  SELECT uuid_v7($3), $1, $2, n || '@x.dev', n || '@x.dev', CASE WHEN n % 50 = 0 THEN 'Bo' END, $3, $3
  FROM generate_series($4::integer, $5::integer) AS n`;

/** Counts of a batch, as its row has them. */
export type BatchCounts = Pick<
  AutomationBatch,
  'status' | 'total' | 'done' | 'skipped' | 'failed' | 'reasons'
>;

/** Prepares it for the tests of the enclosing `describe`; each has an account of its own. */
export function useManyContacts() {
  // Before that of the database, which removes it.
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: WorkerDeps;
  let accountId: string;
  let domainId: string;
  let audienceId: string;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });
  const createOwner = async (planId: 'free' | 'unlimited' = 'unlimited') => {
    accountId = (await createAccount(database.pool, { planId })).id;
    domainId = (await createDomain(database.pool, accountId)).id;
    audienceId = await defaultAudienceOf(database.pool, accountId);
  };
  beforeEach(() => createOwner());
  const markDue = () => automationBatchWork.table.markDue(database.pool, clock.now(), 100);
  return {
    database,
    clock,
    createOwner,
    deps: () => deps,
    accountId: () => accountId,
    insertContacts: (from: number, to: number) =>
      database.pool.query(INSERT_CONTACTS, [accountId, audienceId, clock.now(), from, to]),
    automationOf: (fields: Partial<AutomationFields> = {}) =>
      createAutomation(database.pool, accountId, { domainId, ...fields }),
    async enroll(automation: { id: string }, selection: EnrollSelection = { all: true }): Promise<string> {
      const id = deps.ids.next();
      const now = clock.now();
      const owned = { id, automationId: automation.id, accountId, epoch: 0, now };
      const batch = { ...owned, type: 'enroll', selection } as const;
      await transaction(database.pool, (client) => startAutomationBatch(client, { wake: () => {} }, batch));
      return id;
    },
    async read(id: string): Promise<BatchCounts> {
      const { rows } = await database.pool.query<BatchCounts>(
        'SELECT status, total, done, skipped, failed, reasons FROM automation_batch_work WHERE id = $1',
        [id],
      );
      return rows[0] ?? expect.fail();
    },
    markDue,
    async claim(id: string): Promise<Claim> {
      await markDue();
      const lease = { worker: deps.lease.workerId, token: randomUUID() };
      const [claimed] = await automationBatchWork.table.claim(database.pool, [id], lease);
      return claimed ?? expect.fail();
    },
    /** Does the job. @returns what it throws */
    async run(...ids: string[]): Promise<string | undefined> {
      await markDue();
      return await runJob(automationBatchWork, ids, deps).then(
        () => undefined,
        (error: Error) => error.message,
      );
    },
    async countRuns(automation: { id: string }, condition = 'true') {
      const { rows } = await database.pool.query<{ runs: number; contacts: number }>(
        `SELECT count(*)::integer AS runs, count(DISTINCT contact_id)::integer AS contacts
         FROM automation_runs WHERE automation_id = $1 AND ${condition}`,
        [automation.id],
      );
      return rows[0] ?? expect.fail();
    },
  };
}
