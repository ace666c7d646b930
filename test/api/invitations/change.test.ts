// POST /invitations/:id/resend and DELETE /invitations/:id (docs/reference/invitations.md#resending-and-withdrawing).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createInvitation, mailInvitation } from '../../support/factories/invitation-factories.ts';
import { invitationsOf, tokenOfUrl } from './support.ts';

const WEEK_MS = 7 * DAY_MS;

describe('/invitations/:id', () => {
  const app = useApp();
  const owner = usePerson(app);
  const createPending = () =>
    createInvitation(app.pool, { accountId: owner.accountId, now: app.clock.now() });
  const accept = (token: string) =>
    app.asPerson().post('/auth/accept').send({ token, name: 'Bo', password: 'a good enough one' });
  const resend = (id: string) => owner.api.post(`/invitations/${id}/resend`);
  const withdraw = (id: string) => owner.api.delete(`/invitations/${id}`);

  for (const days of [1, 8]) {
    it('Sends an invitation again, an expired one too, with new links that are valid for seven days; the former links are not.', async () => {
      const { id, email, shownToken, mailedToken } = await createPending();
      const created_at = app.clock.now().toISOString();
      app.clock.advance(days * DAY_MS);
      const { status, body } = await resend(id.toUpperCase());
      const { url, ...record } = body;
      expect([status, record]).to.deep.equal([
        200,
        {
          object: 'invitation',
          id,
          email,
          role: 'viewer',
          status: 'pending',
          invited_by: owner.personId,
          created_at,
          expires_at: new Date(app.clock.now().getTime() + WEEK_MS).toISOString(),
          mail_status: 'waiting',
          mail_failure: null,
        },
      ]);
      await app.deps.background.settled();
      app.clock.advance(WEEK_MS - 1);
      for (const former of [shownToken, mailedToken])
        expectError(await accept(former), 422, 'validation_error');
      const token = days === 1 ? tokenOfUrl(url) : await mailInvitation(app.pool, id);
      expect((await accept(token)).status).to.equal(200);
    });
  }

  it('Withdraws an invitation, an expired one too: its links are not valid any more.', async () => {
    const pending = await createPending();
    const expired = await createPending();
    const foreign = await createInvitation(app.pool);
    for (const { id, shownToken, mailedToken } of [pending, expired]) {
      const { status, body } = await withdraw(id.toUpperCase());
      expect([status, body]).to.deep.equal([200, { object: 'invitation', id, deleted: true }]);
      for (const token of [shownToken, mailedToken])
        expectError(await accept(token), 422, 'validation_error');
      app.clock.advance(WEEK_MS);
    }
    for (const { id } of [pending, foreign])
      for (const answer of [await withdraw(id), await resend(id)])
        expect(expectError(answer, 404, 'not_found')).to.equal('Invitation not found.');
    expect(await invitationsOf(app.pool, owner.accountId)).to.deep.equal([]);
    expect(await invitationsOf(app.pool, foreign.accountId)).to.have.length(1);
  });
});
