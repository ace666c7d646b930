// GET /emails/receiving/addresses (docs/reference/receiving.md#get-emailsreceivingaddresses).
import { expect } from 'chai';
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
});
