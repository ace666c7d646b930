// GET /emails/receiving/addresses (docs/reference/receiving.md#get-emailsreceivingaddresses).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';

describe('GET /emails/receiving/addresses', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Counts the emails that each address has received, deleted ones too, the address that received last first.', async () => {
    const receive = (time: string, ...receivedFor: string[]) =>
      createReceived(app.pool, account.accountId, { receivedFor, receivedAt: new Date(time) });
    const first = await receive('2026-11-20T10:00:00.000Z', 'Help@acme.dev');
    await receive('2026-11-20T11:00:00.000Z', 'help@acme.dev', 'sales@acme.dev');
    await receive('2026-11-20T12:00:00.000Z', 'sales@acme.dev');
    await createReceived(app.pool, (await createAccount(app.pool)).id);
    await account.api.delete(`/emails/receiving/${first.id}`).expect(200);
    expect(await account.read('/emails/receiving/addresses')).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        { address: 'sales@acme.dev', count: 2, last_received_at: '2026-11-20T12:00:00.000Z' },
        { address: 'help@acme.dev', count: 2, last_received_at: '2026-11-20T11:00:00.000Z' },
      ],
    });
  });

  it('Adds no new address to 10,000 that have received within the hour, and counts on what those receive.', async () => {
    const at = new Date('2026-11-20T12:00:00.000Z');
    await app.pool.query(
      `INSERT INTO received_addresses (account_id, address, count, last_received_at)
       SELECT $1, n || '@acme.dev', 1, $2::timestamptz - interval '59 minutes' FROM generate_series(1, 10000) AS n`,
      [account.accountId, at],
    );
    const receive = (receivedAt: Date) =>
      createReceived(app.pool, account.accountId, {
        receivedFor: ['7@acme.dev', 'new@acme.dev'],
        receivedAt,
      });
    const counted = async () => {
      const { rows } = await app.pool.query(
        `SELECT address, count::integer FROM received_addresses
         WHERE account_id = $1 AND address IN ('7@acme.dev', 'new@acme.dev') ORDER BY address`,
        [account.accountId],
      );
      return rows;
    };
    await receive(at);
    expect(await counted()).to.deep.equal([{ address: '7@acme.dev', count: 2 }]);
    await receive(new Date(at.getTime() + HOUR_MS));
    expect(await counted()).to.deep.equal([
      { address: '7@acme.dev', count: 3 },
      { address: 'new@acme.dev', count: 1 },
    ]);
  });
});
