// POST /auth/accept, by several requests at the same time (docs/reference/invitations.md#accepting-an-invitation).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { createPerson } from '../../support/factories/people-factories.ts';

const ROUNDS = 20;
const PASSWORD = 'a good enough one';

describe('POST /auth/accept, by several requests', () => {
  // A hash that costs nothing: the requests come closer together, and there may be many rounds.
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
  const accept = (token: string) =>
    app.asPerson().post('/auth/accept').send({ token, name: 'Bo', password: PASSWORD });
  const membersOf = async (accountId: string) =>
    (await app.pool.query('SELECT person_id FROM members WHERE account_id = $1', [accountId])).rowCount;

  it('Accepts one of several requests with the links of an invitation that come at the same time, whichever link they have.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const isKnown = round % 2 === 1;
      const { accountId, email, shownToken, mailedToken } = await createInvitation(app.pool, {
        now: app.clock.now(),
      });
      if (isKnown) {
        const { id } = await createPerson(app.pool, { email });
        await app.pool.query('UPDATE people SET password_hash = $2 WHERE id = $1', [
          id,
          await hash(PASSWORD),
        ]);
      }
      const tokens = [shownToken, mailedToken, shownToken, mailedToken];
      const answers = await Promise.all(tokens.map((token) => accept(token)));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).to.have.length(tokens.length - 1);
      for (const answer of refused) {
        expectError(answer, 422, 'validation_error');
        expect(answer.body.field).to.equal('token');
      }
      expect(await membersOf(accountId)).to.equal(1);
    }
  });

  it('Makes one person of an address that accepts the invitations of several accounts at the same time.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `bo${round}@several.dev`;
      const links = ['shownToken', 'mailedToken', 'shownToken', 'mailedToken'] as const;
      const tokens: string[] = [];
      for (const link of links)
        tokens.push((await createInvitation(app.pool, { email, now: app.clock.now() }))[link]);
      const answers = await Promise.all(tokens.map((token) => accept(token)));
      expect(answers.map(({ status, body }) => body.message ?? status)).to.deep.equal([200, 200, 200, 200]);
      const { rows } = await app.pool.query(
        `SELECT confirmed_at IS NOT NULL AS confirmed, count(members)::integer AS accounts
         FROM people JOIN members ON person_id = people.id WHERE email = $1 GROUP BY people.id`,
        [email],
      );
      expect(rows).to.deep.equal([{ confirmed: true, accounts: 4 }]);
    }
  });
});
