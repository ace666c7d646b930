// The columns that a work table sets, in addition to the lease, when a row is freed without an outcome.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Claim } from '../../../../shared/platform/work/work-table.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { recipientsTable } from '../../../support/work/work-rows.ts';

const NOW = new Date('2026-01-15T12:00:00.000Z');
const PAST = new Date('2026-01-15T11:59:59.000Z');
const LEASE = () => ({ worker: randomUUID(), token: randomUUID() });

describe('a table of work with onReclaim', () => {
  const database = useDatabase();
  const table = recipientsTable.withState;
  const stateAfter = async (move: (lease: ReturnType<typeof LEASE>, claim: Claim) => Promise<unknown>) => {
    const lease = LEASE();
    const id = await recipientsTable.rows.insert(database.pool, { nextAttemptAt: PAST, wokenAt: PAST });
    const [claim] = await table.claim(database.pool, [id], lease);
    if (!claim) throw new Error('The row could not be claimed.');
    await database.pool.query("UPDATE email_recipients SET state = 'sending' WHERE id = $1", [id]);
    await move(lease, claim);
    const { rows } = await database.pool.query('SELECT state FROM email_recipients WHERE id = $1', [id]);
    return rows[0]?.state as unknown;
  };

  it('sets its columns when a row is reclaimed', async () => {
    expect(await stateAfter((_lease, claim) => table.reclaim(database.pool, [claim], NOW))).to.equal(
      'queued',
    );
  });

  it('sets its columns when a row is abandoned', async () => {
    expect(await stateAfter((lease) => table.abandon(database.pool, lease, NOW))).to.equal('queued');
  });

  it('does not set its columns when a row is released', async () => {
    const release = (claim: Claim) => table.release(database.pool, [{ ...claim, nextAttemptAt: null }]);
    expect(await stateAfter((_lease, claim) => release(claim))).to.equal('sending');
  });
});
