// What the tests of hits share: an account for each test, its mail, hits of that mail, and what was recorded of them.
import { hitWork } from '../../../../shared/resources/messaging/tracking/hits/work.ts';
import type { WorkerDeps } from '../../../../workers/runtime/job.ts';
import {
  createHit,
  createTrackedEmail,
  type HitFields,
  type TrackedEmailFields,
} from '../../../support/factories/tracking-factories.ts';
import { runJob } from '../../../support/work/run-job.ts';
import { useAccountJob } from '../../support/use-job.ts';

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;
export const SHOP = 'https://shop.example/sale';
export const BLOG = 'https://blog.example/';

/** A tracked email. */
export type Email = Awaited<ReturnType<typeof createTrackedEmail>>;

/** Prepares them for the tests of the enclosing `describe`. */
export function useHits() {
  const test = useAccountJob();
  const { clock, query, row } = test;
  const run = (ids: readonly string[], deps: WorkerDeps = test.deps) => runJob(hitWork, ids, deps);
  const createSent = (fields: Partial<TrackedEmailFields> = {}) =>
    createTrackedEmail(test.pool, test.accountId, {
      sentAt: new Date(clock.now().getTime() - HOUR_MS),
      ...fields,
    });
  /** @param afterMs after the present time of the test */
  const hit = (email: Email, fields: Omit<HitFields, 'at'> = {}, afterMs = 0) =>
    createHit(test.pool, email, { at: new Date(clock.now().getTime() + afterMs), ...fields });
  const eventsOf = ({ id }: Email) =>
    query('SELECT type, recipient, data, created_at FROM email_events WHERE email_id = $1 ORDER BY id', [id]);
  const countsOf = async (accountId = test.accountId) => {
    const rows = await query(
      'SELECT metric, sum(count)::integer AS count FROM email_metrics WHERE account_id = $1 GROUP BY 1',
      [accountId],
    );
    return Object.fromEntries(rows.map(({ metric, count }) => [metric, count]));
  };
  const stateOf = ({ id }: Email) =>
    row(
      `SELECT last_event, opened_at, clicked_at FROM emails JOIN email_recipients AS recipient ON email_id = emails.id
       WHERE emails.id = $1`,
      [id],
    );
  const hitsLeft = ({ id }: Email) =>
    query('SELECT verdict, claimed_by, next_attempt_at FROM tracking_hits WHERE email_id = $1', [id]);
  return { run, createSent, hit, eventsOf, countsOf, stateOf, hitsLeft, job: test };
}
