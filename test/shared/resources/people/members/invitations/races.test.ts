// Invitations that are accepted, sent again, withdrawn and made again at the same moment: each request is answered, none
// waits for another one that waits for it, and no person is both a member and invited.
import { expect } from 'chai';
import { hashToken } from '../../../../../../shared/platform/security/tokens.ts';
import { useApp } from '../../../../../support/api/app.ts';
import { createInvitation } from '../../../../../support/factories/invitation-factories.ts';
import { signIn } from '../../../../../support/factories/people-factories.ts';

const ROUNDS = 20;
const PASSWORD = 'a good enough one';

describe('Requests for one invitation at the same moment', () => {
  const hash = async (password: string) => `cheap ${password}`;
  const app = useApp({
    deps: {
      passwordHashes: {
        isFull: () => false,
        hash,
        verify: async (password, known) => known === (await hash(password)),
      },
    },
  });

  it('leave a member or an invitation, never both', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await signIn(app.pool, { now: app.clock.now() });
      const { accountId } = owner;
      const { id, email, role, shownToken, mailedToken } = await createInvitation(app.pool, {
        accountId,
        now: app.clock.now(),
      });
      const person = app.asPerson(owner);
      const accept = (token: string) =>
        app.asPerson().post('/auth/accept').send({ token, name: 'Bo', password: PASSWORD });
      const requests = [
        () => accept(shownToken),
        () => accept(mailedToken),
        () => person.post(`/invitations/${id}/resend`),
        () => person.delete(`/invitations/${id}`),
        () => person.post('/invitations').send({ email, role }),
      ];
      // Another one is first in each round.
      const turned = [...requests.slice(round % 5), ...requests.slice(0, round % 5)];
      const answers = await Promise.all(turned.map((request) => request()));
      for (const { status, body } of answers)
        expect([200, 201, 404, 422], JSON.stringify(body)).to.include(status);
      const { rows } = await app.pool.query<{ members: number; invitations: number; links: number }>(
        `SELECT (SELECT count(*)::integer FROM members JOIN people ON people.id = person_id
                 WHERE account_id = $1 AND email = $2) AS members,
           (SELECT count(*)::integer FROM invitations WHERE account_id = $1) AS invitations,
           (SELECT count(*)::integer FROM one_time_links WHERE email = $2) AS links`,
        [accountId, email],
      );
      const { members = 0, invitations = 0, links } = rows[0] ?? {};
      expect(members + invitations).to.be.at.most(1);
      expect(links).to.equal(2 * invitations);
      outcomes.add(`${members} ${invitations}`);
    }
    // If one request always won, the test would prove little.
    expect([...outcomes])
      .to.include('1 0')
      .and.to.have.length.above(1);
    await app.deps.background.settled();
  });

  it('count no mail of an invitation that was refused', async () => {
    const owner = await signIn(app.pool, { role: 'admin', now: app.clock.now() });
    const email = 'bo@refused.dev';
    for (let time = 0; time < 5; time += 1)
      await app.asPerson(owner).post('/invitations').send({ email, role: 'owner' }).expect(403);
    const key = `invitations address ${hashToken(email).toString('hex')}`;
    const { rowCount } = await app.pool.query('SELECT FROM rate_limits WHERE key = $1', [key]);
    expect(rowCount).to.equal(0);
  });
});
