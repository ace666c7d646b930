// The leases of idempotency keys whose requests run (docs/architecture/accepting.md#idempotency).
import { expect } from 'chai';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { finishKeys, type Reservation } from '../../../../../shared/resources/foundation/idempotency/keys.ts';
import { KeysInProgress } from '../../../../../shared/resources/foundation/idempotency/keys-in-progress.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { eventually } from '../../../../support/time/eventually.ts';
import { createSignal } from '../../../../support/time/signal.ts';

describe('A process that holds idempotency keys', () => {
  const database = useDatabase();
  const log = createLog({ level: 'silent', process: 'test' });
  const leaseOf = async ({ accountId }: Reservation) => {
    const { rows } = await database.pool.query<{ until: string }>(
      'SELECT lease_until::text AS until FROM idempotency_keys WHERE account_id = $1',
      [accountId],
    );
    return rows[0]?.until;
  };

  it('renews them while their requests run, and neither lost nor locked ones, for which it does not wait', async () => {
    const keys = new KeysInProgress({ database: database.pool, log });
    const reserve = async () => {
      const { id: accountId } = await createAccount(database.pool);
      const request = { accountId, key: 'a', fingerprint: Buffer.alloc(32) };
      return (await keys.reserve(request, new Date())) as Reservation;
    };
    const running = await reserve();
    const lost = await reserve();
    const locked = await reserve();
    await database.pool.query(
      'UPDATE idempotency_keys SET owner_token = gen_random_uuid() WHERE account_id = $1',
      [lost.accountId],
    );
    const storing = await database.pool.connect();
    const ends = createSignal();
    const requests = [running, lost, locked].map((each) => keys.during(each, () => ends.given));
    try {
      await storing.query('BEGIN');
      await finishKeys(storing, [{ ...locked, statusCode: 200, body: '{}' }]);
      const before = await Promise.all([running, lost, locked].map(leaseOf));
      await eventually('the lease is renewed', async () => (await leaseOf(running)) !== before[0]);
      const renewed = await leaseOf(running);
      await eventually('the lease is renewed again', async () => (await leaseOf(running)) !== renewed);
      expect([await leaseOf(lost), await leaseOf(locked)]).to.deep.equal(before.slice(1));
      await storing.query('COMMIT');
    } finally {
      // A lock must not outlive a test that fails.
      storing.release(true);
      ends.give();
    }
    await Promise.all(requests);
    await finishKeys(database.pool, [{ ...running, statusCode: 200, body: '{}' }]);
  });
});
