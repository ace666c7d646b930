// A transaction that does not end. Its other outcomes are tested where emails are accepted
// (test/shared/resources/messaging/emails/accept/lost-connection.test.ts).
import { expect } from 'chai';
import { findCommitted } from '../../../../../shared/platform/db/group-store/find-committed.ts';
import { isDatabaseUnavailable } from '../../../../../shared/platform/failures/unavailable.ts';
import { isPassingError } from '../../../../../workers/runtime/passing-errors.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { failureOf } from '../../../../support/failure-of.ts';

describe('what a transaction has committed', () => {
  const database = useDatabase();
  const { now } = performance;
  afterEach(() => {
    performance.now = now;
  });

  it('is unknown, as if the database were away, when it does not end in time', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT pg_current_xact_id()::text AS id');
      let elapsed = 0;
      performance.now = () => {
        elapsed += 11_000;
        return elapsed;
      };
      const error = await failureOf(
        findCommitted(database.pool, { transactionId: rows[0].id, sentAtMs: now.call(performance) }, () =>
          expect.fail('It has not ended.'),
        ),
      );
      expect(String(error)).to.include('took too long');
      expect([isDatabaseUnavailable(error), isPassingError(error)]).to.deep.equal([true, true]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
