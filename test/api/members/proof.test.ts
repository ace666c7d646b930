// Members who joined without proof of the address, because a person accepted with the link that the inviter was shown
// (docs/reference/members.md#proof-of-the-address). The inviter of these tests squats an address: an account in the sandbox
// invites it and accepts the invitation itself, before the person proves the address elsewhere.
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createInvitation, mailInvitation } from '../../support/factories/invitation-factories.ts';
import { createLink } from '../auth/links.ts';
import { createSender, type Sender } from '../emails/sender.ts';
import { tokenOfUrl } from '../invitations/support.ts';

const SQUATTED = 'a squatted password';
const OWN = 'a password of the person';
const WAYS = ['the mailed invitation of another account', 'a mailed link to reset the password'] as const;

describe('Members without proof of the address', () => {
  const app = useApp();
  let squatter: Sender;
  let admin: Awaited<ReturnType<typeof enter>>;
  let email: string;
  let victims = 0;
  beforeEach(async () => {
    const { id: accountId } = await createAccount(app.pool, { productionAccess: false });
    squatter = await createSender(app, { key: { accountId } });
    admin = await enter(app, { accountId });
    victims += 1;
    email = `victim${victims}@corp.dev`;
    const { body } = await admin.api.post('/invitations').send({ email, role: 'admin' });
    await accept(tokenOfUrl(body.url), SQUATTED);
  });
  afterEach(() => app.deps.background.settled());
  const accept = (token: string, password: string) =>
    app.asPerson().post('/auth/accept').send({ token, name: 'Vic', password }).expect(200);
  const logIn = (password: string) => app.asPerson().post('/auth/login').send({ email, password });
  /** The person proves the address, without the account of the squatter. */
  const prove = async (way: (typeof WAYS)[number]): Promise<string> => {
    const { accountId, mailedToken } = await createInvitation(app.pool, { email, now: app.clock.now() });
    if (way === WAYS[1]) {
      const token = await createLink(app, email);
      await app.asPerson().post('/auth/reset').send({ token, password: OWN }).expect(200);
    }
    await accept(mailedToken, OWN);
    return accountId;
  };
  const ownEventsIn = async (accountId: string) => {
    const { rows } = await app.pool.query<{ operation: string }>(
      'SELECT operation FROM audit_events WHERE account_id = $1 AND actor_email = $2 ORDER BY id',
      [accountId, email],
    );
    return rows.map(({ operation }) => operation);
  };

  describe('Rejects an email from the sandbox to the address of a member who joined by the shown link of an inviter before the address was proven, also when the person proves it later.', () => {
    for (const way of WAYS) {
      it(way, async () => {
        expectError(await squatter.send({ to: email }), 422, 'validation_error');
        await prove(way);
        const message = expectError(await squatter.send({ to: email }), 422, 'validation_error');
        expect(message).to.include(`${email} is not confirmed`);
      });
    }
  });

  describe('Begins the session in an account that was joined with a proven address rather than in one that was joined by a shown link.', () => {
    for (const way of WAYS) {
      it(way, async () => {
        const accountId = await prove(way);
        const { body } = await logIn(OWN);
        expect(body.account.id).to.equal(accountId);
        expect(body.accounts.map(({ id }: { id: string }) => id)).to.deep.equal([
          squatter.accountId,
          accountId,
        ]);
      });
    }
  });

  it('Keeps the sign-ins of a person out of the audit log of an account that was joined by a shown link before the address was proven, once it is proven.', async () => {
    await logIn(SQUATTED).expect(200);
    const before = ['acceptInvitation', 'login'];
    expect(await ownEventsIn(squatter.accountId)).to.deep.equal(before);
    const accountId = await prove(WAYS[0]);
    await logIn(SQUATTED).expect(422);
    await logIn(OWN).expect(200);
    await app.deps.background.settled();
    expect(await ownEventsIn(accountId)).to.have.members(['acceptInvitation', 'login', 'login']);
    expect(await ownEventsIn(squatter.accountId)).to.deep.equal(before);
    const { body } = await admin.api.get('/audit-events');
    const listed = body.data.filter(({ actor }: { actor: { email: string } }) => actor.email === email);
    expect(listed).to.have.length(before.length);
  });

  it('Counts a member who joined by a shown link, once the proven person was removed and invited again.', async () => {
    await prove(WAYS[0]);
    const { body: members } = await admin.api.get('/members');
    const { id } = members.data.find((member: { email: string }) => member.email === email);
    await admin.api.delete(`/members/${id}`).expect(200);
    const { body } = await admin.api.post('/invitations').send({ email, role: 'viewer' });
    await accept(tokenOfUrl(body.url), OWN);
    expect((await squatter.send({ to: email })).status).to.equal(200);
  });

  it('Takes the link that an operator was shown as proof of the address.', async () => {
    const { accountId } = squatter;
    const invitation = { accountId, now: app.clock.now(), invitedBy: null };
    const vouched = await createInvitation(app.pool, { ...invitation, email: `vouched-${email}` });
    const { body } = await accept(vouched.shownToken, OWN);
    expect(body.person.confirmed).to.equal(true);
    expect((await squatter.send({ to: vouched.email })).status).to.equal(200);
    // Sent again by a person, it is no longer the operator's word.
    const other = await createInvitation(app.pool, { ...invitation, email: `resent-${email}` });
    const resent = await admin.api.post(`/invitations/${other.id}/resend`);
    const accepted = await accept(tokenOfUrl(resent.body.url), OWN);
    expect(accepted.body.person.confirmed).to.equal(false);
    expectError(await squatter.send({ to: other.email }), 422, 'validation_error');
    const mailed = await createInvitation(app.pool, { ...invitation, email: `mailed-${email}` });
    await admin.api.post(`/invitations/${mailed.id}/resend`).expect(200);
    await app.deps.background.settled();
    await accept(await mailInvitation(app.pool, mailed.id), OWN);
    expect((await squatter.send({ to: mailed.email })).status).to.equal(200);
  });
});
