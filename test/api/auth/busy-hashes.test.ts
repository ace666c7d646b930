// Requests of an account while its members have passwords checked, which takes long.
import { expect } from 'chai';
import { type SignInTurn, SignInTurns } from '../../../shared/resources/people/sign-in/turns.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';

/** More than an account has places for the database. */
const CHECKED = 8;

/** Turns that begin when the test says so. */
class HeldTurns extends SignInTurns {
  asked = 0;
  release: () => void = () => {};
  readonly #released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  override async run<Result>(turn: SignInTurn, work: () => Promise<Result>): Promise<Result> {
    this.asked += 1;
    await this.#released;
    return await super.run(turn, work);
  }
}

describe('An account whose members have passwords checked', () => {
  const signInTurns = new HeldTurns();
  const app = useApp({ deps: { signInTurns } });

  it('Answers other requests of the account while the passwords of its members are being checked.', async () => {
    const session = await signIn(app.pool, { now: app.clock.now(), role: 'viewer' });
    const { token } = await createApiKey(app.pool, { accountId: session.accountId });
    const setUp = () => app.asPerson(session).post('/auth/totp/setup').send({ password: PASSWORD }).then();
    const checked = Array.from({ length: CHECKED }, setUp);
    await eventually('all passwords wait to be checked', () => signInTurns.asked === CHECKED);
    expect((await app.as(token).get('/domains')).status).to.equal(200);
    signInTurns.release();
    for (const { status } of await Promise.all(checked)) expect(status).to.equal(200);
  });
});
