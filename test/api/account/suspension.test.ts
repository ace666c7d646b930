// What a suspended account may not do (docs/reference/account.md#suspension). That every operation obeys is in test/api/roles.test.ts.
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';
import { createSender } from '../emails/sender.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');

describe('A suspended account', () => {
  const app = useApp();

  it('Shows the suspension of an account, since when it lasts and what the operator says, in the account and in its sessions.', async () => {
    const { accountId, api } = await enter(app, { role: 'viewer' });
    const shown = async () => {
      const account = await api.get('/account');
      const session = await api.get('/auth/me');
      expect(session.body.account.suspension).to.deep.equal(account.body.suspension);
      return account.body.suspension;
    };
    expect(await shown()).to.equal(null);
    await suspend(app.pool, accountId, { reason: 'Too much spam.', at: AT });
    expect(await shown()).to.deep.equal({
      cause: 'operator',
      reason: 'Too much spam.',
      since: AT.toISOString(),
      deletes_at: null,
    });
    await resume(app.pool, accountId);
    expect(await shown()).to.equal(null);
  });

  it('Says in a refusal that the account is suspended, and what the operator says, and stores and charges nothing.', async () => {
    const { accountId, api, send, sent, count } = await createSender(app);
    await suspend(app.pool, accountId, { reason: 'Too much spam.' });
    const message = expectError(await send(), 403, 'reputation_paused');
    expect(message).to.contain('suspended by the operator').and.to.contain('Too much spam.');
    const write = await api.post('/topics').send({ name: 'News', default_subscription: 'opt_in' });
    expect(expectError(write, 403, 'validation_error')).to.contain('suspended');
    for (const table of ['emails', 'topics', 'email_usage']) expect(await count(table), table).to.equal(0);
    await resume(app.pool, accountId);
    await sent();
  });

  it('Lets a person of a suspended account switch to another account, which is served as ever.', async () => {
    const { accountId, personId, api } = await enter(app, { role: 'owner' });
    const other = await enter(app, { role: 'owner', personId });
    await suspend(app.pool, accountId);
    expect((await api.patch('/account').send({ name: 'New' })).status).to.equal(403);
    expect((await other.api.patch('/account').send({ name: 'New' })).status).to.equal(200);
    expect((await api.post('/auth/switch').send({ account_id: other.accountId })).status).to.equal(200);
  });
});
