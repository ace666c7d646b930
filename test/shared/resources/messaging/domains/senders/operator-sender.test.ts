// The sender of the service's own mail: a fully verified domain is preferred over a partially verified one.
import { expect } from 'chai';
import { findOperatorSender } from '../../../../../../shared/resources/messaging/domains/senders/operator-sender.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';

describe('the sender of notices', () => {
  const database = useDatabase();

  it('is a verified domain, even if the default domain is only partially verified', async () => {
    const { id: accountId } = await createAccount(database.pool);
    await createDomain(database.pool, accountId, { status: 'partially_failed', isDefault: true });
    const verified = await createDomain(database.pool, accountId);
    expect((await findOperatorSender(database.pool))?.domainName).to.equal(verified.name);
  });
});
