// From which domain the service itself writes: one that is verified in parts only does where no other may.
import { expect } from 'chai';
import { findOperatorSender } from '../../../../shared/resources/domains/operator-sender.ts';
import { useDatabase } from '../../../support/database.ts';
import { createAccount, createDomain } from '../../../support/factories.ts';

describe('the sender of notices', () => {
  const database = useDatabase();

  it('is a verified domain, also beside a default one of which a part has failed', async () => {
    const { id: accountId } = await createAccount(database.pool);
    await createDomain(database.pool, accountId, { status: 'partially_failed', isDefault: true });
    const verified = await createDomain(database.pool, accountId);
    expect((await findOperatorSender(database.pool))?.domainName).to.equal(verified.name);
  });
});
