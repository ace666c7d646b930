// Specimens of batches of automations for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import type { Pool } from 'pg';
import { factoryIds as ids } from '../../../support/factories/factory-ids.ts';
import { type Specimen, UNKNOWN_ID } from '../../specimen.ts';
import { createBatcher } from './batcher.ts';

/** Inserts an enrolment that has ended. @returns its id */
export async function createBatch(
  pool: Pool,
  automation: { id: string; accountId: string },
): Promise<string> {
  const id = ids.next();
  await pool.query(
    `INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, epoch, selection, taken_at, position,
                                     total, done, created_at, ended_at)
     VALUES ($1, $2, $3, 'enroll', 'completed', 0, '{"all": true}', now(), $1, 0, 0, now(), now())`,
    [id, automation.accountId, automation.id],
  );
  return id;
}

/** Requests and answers of batches, which those of automations contain. */
export const batchSpecimen: Pick<Specimen, 'good' | 'answers'> = {
  good: {
    enrollContacts: { body: { email: 'bo@customer.dev' } },
    retryAutomationRuns: { body: { since: '2 hours ago' } },
    listAutomationBatches: {
      query: { limit: '2', after: UNKNOWN_ID, type: 'enroll', status: 'completed' },
    },
  },
  answers(app, expectAnswer) {
    it('for batches that wait and have ended', async () => {
      const owner = await createBatcher(app);
      const automation = await owner.automation(undefined, { reentry: 'when_done' });
      await owner.run(automation);
      for (const [operation, answer] of [
        ['enrollContacts', await owner.enroll(automation, { all: true })],
        ['retryAutomationRuns', await owner.retryRuns(automation, { since: '2 hours ago' })],
        ['cancelAutomationRuns', await owner.cancelRuns(automation)],
      ] as const) {
        expectAnswer(operation, answer.status, answer.body);
        const ended = await owner.ended(automation, answer);
        expectAnswer('getAutomationBatch', 200, ended);
      }
      const list = await owner.api.get(`/automations/${automation.id}/batches`);
      expectAnswer('listAutomationBatches', list.status, list.body);
    });
  },
};
