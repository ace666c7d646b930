// Who may invite, send again and withdraw (docs/reference/invitations.md#post-invitations), and the audit log of it.
import { expect } from 'chai';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { invitationsOf } from './support.ts';

describe('/invitations, by role', () => {
  const app = useApp();
  const owner = usePerson(app);
  const invite = (body: object, by = owner) => by.api.post('/invitations').send(body);

  it('Refuses to invite, resend and withdraw to members and viewers with view_only_member 403.', async () => {
    const { accountId } = owner;
    const { id } = await createInvitation(app.pool, { accountId, now: app.clock.now() });
    const before = await invitationsOf(app.pool, accountId);
    for (const role of ['member', 'viewer'] as const) {
      const caller = await enter(app, { accountId, role });
      for (const answer of [
        await invite({ email: 'bo@team.dev', role: 'viewer' }, caller),
        await invite({ email: 'malformed' }, caller),
        await caller.api.post(`/invitations/${id}/resend`),
        await caller.api.delete(`/invitations/${id}`),
      ])
        expect(expectError(answer, 403, 'view_only_member')).to.match(/one of: owner, admin\.$/);
    }
    expect(await invitationsOf(app.pool, accountId)).to.deep.equal(before);
  });

  it('Refuses to invite an owner, or to resend or withdraw such an invitation, to an admin with view_only_member 403.', async () => {
    const { accountId } = owner;
    const { id, email } = await createInvitation(app.pool, {
      accountId,
      role: 'owner',
      now: app.clock.now(),
    });
    const admin = await enter(app, { accountId, role: 'admin' });
    for (const answer of [
      await invite({ email: 'accomplice@team.dev', role: 'owner' }, admin),
      await admin.api.post(`/invitations/${id}/resend`),
      await admin.api.delete(`/invitations/${id}`),
    ])
      expect(expectError(answer, 403, 'view_only_member')).to.match(/one of: owner\.$/);
    expect(await invitationsOf(app.pool, accountId)).to.deep.equal([{ email, role: 'owner' }]);
    await invite({ email: 'bo@team.dev', role: 'admin' }, admin).expect(201);
    await invite({ email: 'heir@team.dev', role: 'owner' }).expect(201);
    await owner.api.post(`/invitations/${id}/resend`).expect(200);
    await owner.api.delete(`/invitations/${id}`).expect(200);
  });

  it('Writes invitations that are created, sent again and withdrawn to the audit log.', async () => {
    const { body } = await invite({ email: 'bo@audited.dev', role: 'viewer' });
    const { id } = body;
    await invite({ email: 'bo@audited.dev', role: 'viewer' }).expect(422);
    await owner.api.post(`/invitations/${id}/resend`).expect(200);
    await owner.api.delete(`/invitations/${id}`).expect(200);
    const { rows } = await app.pool.query(
      'SELECT operation, actor_id, target_id, outcome, address FROM audit_events WHERE account_id = $1 ORDER BY id',
      [owner.accountId],
    );
    const by = { actor_id: owner.personId, target_id: id, outcome: 'succeeded', address: '127.0.0.1' };
    expect(rows).to.deep.equal([
      { operation: 'createInvitation', ...by },
      { operation: 'resendInvitation', ...by },
      { operation: 'deleteInvitation', ...by },
    ]);
  });
});
