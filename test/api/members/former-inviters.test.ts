// What is left of a member who is removed or gets a lesser role: no invitation and no session by which the person could come
// back (docs/reference/members.md).
import { expect } from 'chai';
import type { Role } from '../../../shared/contract/members/values.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createInvitation, mailInvitation } from '../../support/factories/invitation-factories.ts';
import { createMember, createSession, PASSWORD } from '../../support/factories/people-factories.ts';
import { cookieOf } from '../auth/cookies.ts';
import { statusOf } from '../auth/sign-in-state.ts';
import { invitationsOf, tokenOfUrl } from '../invitations/support.ts';

describe('Members who were inviters', () => {
  const app = useApp();
  const owner = usePerson(app);
  const former = useEach(() => enter(app, { accountId: owner.accountId }));
  afterEach(() => app.deps.background.settled());
  let addresses = 0;
  /** Invites an address of its own. @returns both links */
  const invite = async (by: typeof owner, role: Role) => {
    addresses += 1;
    const email = `${role}${addresses}@accomplice.dev`;
    const { body } = await by.api.post('/invitations').send({ email, role }).expect(201);
    await app.deps.background.settled();
    return { email, role, tokens: [tokenOfUrl(body.url), await mailInvitation(app.pool, body.id)] };
  };
  const accept = (token: string | undefined) =>
    app.asPerson().post('/auth/accept').send({ token, name: 'Mallory', password: PASSWORD });
  const expectGone = async ({ tokens }: { tokens: string[] }) => {
    for (const token of tokens)
      expect(expectError(await accept(token), 422, 'validation_error')).to.include('no longer valid');
  };
  const left = () => invitationsOf(app.pool, owner.accountId);
  const change = (role: Role) => owner.api.patch(`/members/${former.memberId}`).send({ role }).expect(200);

  it('Withdraws the invitations of a removed member, and leaves those of others.', async () => {
    const mine = [await invite(former, 'owner'), await invite(former, 'viewer')];
    const { email, role, tokens } = await invite(owner, 'owner');
    const elsewhere = await createMember(app.pool, { personId: former.personId });
    await createInvitation(app.pool, { accountId: elsewhere.accountId, invitedBy: former.personId });
    await owner.api.delete(`/members/${former.memberId}`).expect(200);
    for (const invitation of mine) await expectGone(invitation);
    expect(await left()).to.deep.equal([{ email, role }]);
    expect(await invitationsOf(app.pool, elsewhere.accountId)).to.have.length(1);
    await accept(tokens[0]).expect(200);
  });

  describe('Withdraws the invitations of a member that the new role could not give: all of a member or viewer, those of owners of an admin. Those of others stay.', () => {
    for (const role of ['viewer', 'member', 'admin'] as const) {
      it(role, async () => {
        const heir = await invite(former, 'owner');
        const helper = await invite(former, 'admin');
        const other = await invite(owner, 'owner');
        await change('owner');
        expect(await left()).to.have.length(3);
        await change(role);
        await expectGone(heir);
        if (role !== 'admin') await expectGone(helper);
        const stays = role === 'admin' ? [helper, other] : [other];
        expect(await left()).to.deep.equal(stays.map(({ email, role }) => ({ email, role })));
        for (const { tokens } of stays) await accept(tokens[1]).expect(200);
      });
    }
  });

  it('Makes the person who sends an invitation again its inviter.', async () => {
    const { accountId } = owner;
    const now = app.clock.now();
    const operators = await createInvitation(app.pool, { accountId, invitedBy: null, now });
    const resent = await former.api.post(`/invitations/${operators.id}/resend`);
    expect(resent.body.invited_by).to.equal(former.personId);
    const formers = await createInvitation(app.pool, { accountId, invitedBy: former.personId, now });
    await owner.api.post(`/invitations/${formers.id}/resend`).expect(200);
    const { body } = await owner.api.get('/invitations');
    expect(body.data.map((listed: { invited_by: string }) => listed.invited_by)).to.deep.equal([
      owner.personId,
      former.personId,
    ]);
    await owner.api.delete(`/members/${former.memberId}`).expect(200);
    await expectGone({ tokens: [tokenOfUrl(resent.body.url)] });
    expect(await left()).to.deep.equal([{ email: formers.email, role: formers.role }]);
  });

  it('Revives no session of before when a removed member joins again.', async () => {
    const { accountId, personId, email } = former;
    const elsewhere = await enter(app, { personId });
    await owner.api.delete(`/members/${former.memberId}`).expect(200);
    // As a switch to the account leaves it that runs while the member is removed.
    const leftOver = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
    expect(await statusOf(app, leftOver)).to.equal(401);
    const { shownToken: token } = await createInvitation(app.pool, {
      accountId,
      email,
      now: app.clock.now(),
    });
    const answer = await app.asPerson().post('/auth/accept').send({ token, password: PASSWORD });
    expect(cookieOf(answer, 'posthorn_session')).to.match(/^[\w-]{43}$/);
    expect(await statusOf(app, leftOver)).to.equal(401);
    expect(await statusOf(app, former)).to.equal(401);
    expect(await statusOf(app, elsewhere)).to.equal(200);
  });
});
