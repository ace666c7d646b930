// What the tests of batches share: an account whose automations run, requests that ask for batches, and the record of each.
import { expect } from 'chai';
import { bulkRunsWork } from '../../../../shared/resources/flows/automations/runs/work.ts';
import type { TestApp } from '../../../support/api/app.ts';
import { createContact } from '../../../support/factories/contact-factories.ts';
import { createRunner, mailOf, type Runner } from '../runs/runner.ts';

/** A batch, as the API answers it. */
export interface BatchRecord {
  object: string;
  id: string;
  type: string;
  status: string;
  counts: { total: number | null; done: number; skipped: number; failed: number };
  skipped_reasons: Record<string, number>;
  at: string | null;
  created_at: string;
  completed_at: string | null;
}

type Ask = ReturnType<Runner['create']>;

/** An account that asks for batches. */
export interface Batcher extends Runner {
  enroll(automation: { id: string }, body: object): Ask;
  /** POST /automations/:id/runs/retry. */
  retryRuns(automation: { id: string }, body: object): Ask;
  /** POST /automations/:id/runs/cancel. */
  cancelRuns(automation: { id: string }): Ask;
  /** The batch of an answer with 202, once the job has run it. */
  ended(automation: { id: string }, answer: { status: number; body: BatchRecord }): Promise<BatchRecord>;
  /** GET /automations/:id/batches/:batchId, which must succeed. */
  batch(automation: { id: string }, id: string): Promise<BatchRecord>;
  /** Creates contacts. @returns their ids */
  contacts(count: number, fields?: { segmentIds?: string[]; createdAt?: Date }): Promise<string[]>;
  /** Moves the runs of the bulk lane that are due. */
  advanceBulk(): Promise<void>;
  /** The runs of an automation as `contact status`, the oldest first. */
  runsOf(automation: { id: string }): Promise<{ contactId: string; status: string }[]>;
}

/** A mail whose template there is not. */
export const FAILING = [mailOf('missing')] as const;

/** Creates an account. */
export async function createBatcher(app: TestApp): Promise<Batcher> {
  const runner = await createRunner(app);
  // Factories use the real time: the contact of the runner is older than all that follows.
  app.clock.advance(60_000);
  const { api, accountId } = runner;
  const batch = (automation: { id: string }, id: string): Promise<BatchRecord> =>
    runner.read(`/automations/${automation.id}/batches/${id}`);
  return {
    ...runner,
    enroll: ({ id }, body) => api.post(`/automations/${id}/enroll`).send(body),
    retryRuns: ({ id }, body) => api.post(`/automations/${id}/runs/retry`).send(body),
    cancelRuns: ({ id }) => api.post(`/automations/${id}/runs/cancel`),
    batch,
    async ended(automation, { status, body }) {
      expect(status, JSON.stringify(body)).to.equal(202);
      await runner.runBatches(automation);
      return await batch(automation, body.id);
    },
    contacts: (count, fields = {}) =>
      Promise.all(
        Array.from(
          { length: count },
          async () => (await createContact(app.pool, { accountId, ...fields })).id,
        ),
      ),
    async advanceBulk() {
      const ids = await bulkRunsWork.table.markDue(app.pool, app.clock.now(), 1_000);
      await runner.advance(...ids);
    },
    async runsOf({ id }) {
      const { rows } = await app.pool.query<{ contactId: string; status: string }>(
        'SELECT contact_id AS "contactId", status FROM automation_runs WHERE automation_id = $1 ORDER BY id',
        [id],
      );
      return rows;
    },
  };
}

/** Counts of a batch that has ended. */
export function countsOf(counts: {
  done?: number;
  skipped?: number;
  failed?: number;
}): BatchRecord['counts'] {
  const { done = 0, skipped = 0, failed = 0 } = counts;
  return { total: done + skipped + failed, done, skipped, failed };
}
