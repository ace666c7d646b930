// GET /invitations (docs/reference/invitations.md#the-invitation-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /invitations', () => {
  const app = useApp();

  it('Lists pending and expired invitations with every field except `object` and `url`, to every role.', async () => {
    const now = app.clock.now();
    const { accountId, personId, api } = await enter(app, { role: 'viewer' });
    const expired = await createInvitation(app.pool, {
      accountId,
      role: 'admin',
      invitedBy: null,
      now: new Date(now.getTime() - 7 * DAY_MS),
    });
    const pending = await createInvitation(app.pool, { accountId, invitedBy: personId, now });
    const { body } = await api.get('/invitations');
    expect(body.data).to.deep.equal([
      {
        id: pending.id,
        email: pending.email,
        role: 'viewer',
        status: 'pending',
        invited_by: personId,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
        mail_status: 'sent',
        mail_failure: null,
      },
      {
        id: expired.id,
        email: expired.email,
        role: 'admin',
        status: 'expired',
        invited_by: null,
        created_at: new Date(now.getTime() - 7 * DAY_MS).toISOString(),
        expires_at: now.toISOString(),
        mail_status: null,
        mail_failure: null,
      },
    ]);
  });

  describePaging(app, OPERATIONS.listInvitations.path, async () => {
    const caller = await enter(app);
    // Each is expired when the next one is created, as an account may have few pending ones.
    let now = new Date('2020-01-01');
    const nextWeek = () => {
      now = new Date(now.getTime() + 7 * DAY_MS);
      return now;
    };
    return {
      token: caller,
      createItem: async () =>
        (await createInvitation(app.pool, { accountId: caller.accountId, now: nextWeek() })).id,
      deleteItem: (id) => app.pool.query('DELETE FROM invitations WHERE id = $1', [id]),
      createForeignItem: async () => (await createInvitation(app.pool)).id,
    };
  });
});
