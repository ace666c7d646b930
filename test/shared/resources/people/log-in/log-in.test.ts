// Signing in while what is signed in with changes: no one gets a session by a password that is no longer valid. And
// while too many others sign in.
import { expect } from 'chai';
import { createBackground } from '../../../../../shared/platform/lifecycle/background.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { logIn } from '../../../../../shared/resources/people/log-in/log-in.ts';
import { SignInTurns } from '../../../../../shared/resources/people/sign-in/turns.ts';
import { createCheapHashes } from '../../../../support/api/cheap-hashes.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';
import { createMember, PASSWORD } from '../../../../support/factories/people-factories.ts';
import { failureOf } from '../../../../support/failure-of.ts';

describe('Signing in while the sign-in changes', () => {
  const database = useDatabase();
  const hashes = createCheapHashes();
  const background = createBackground(createLog({ level: 'silent', process: 'test' }));
  const origin = { address: '127.0.0.1', userAgent: 'test', now: new Date() };
  /** @param change what happens to the person while the password is checked */
  const logInDuring = async (change: string) => {
    const { email, personId } = await createMember(database.pool);
    const verify: typeof hashes.verify = async (...given) => {
      const isRight = await hashes.verify(...given);
      await database.pool.query(`UPDATE people SET ${change} WHERE id = $1`, [personId]);
      return isRight;
    };
    const deps = {
      database: database.pool,
      ids,
      background,
      passwordHashes: { ...hashes, verify },
      signInTurns: new SignInTurns(),
    };
    const sessions = async () =>
      (await database.pool.query('SELECT FROM sessions WHERE person_id = $1', [personId])).rowCount;
    return { signedIn: logIn(deps, { email, password: PASSWORD }, origin), sessions };
  };

  it('is refused when the password was changed during it, and leaves no session', async () => {
    for (const change of ["password_hash = 'another'", 'password_hash = NULL']) {
      const { signedIn, sessions } = await logInDuring(change);
      expect(await failureOf(signedIn)).to.include({ name: 'validation_error' });
      expect(await sessions()).to.equal(0);
      await background.settled();
    }
  });

  it('asks for the second factor when it was enabled during it', async () => {
    const { signedIn, sessions } = await logInDuring("totp_secret = 'x'");
    expect((await signedIn).kind).to.equal('challenge');
    expect(await sessions()).to.equal(0);
  });

  it('is refused before it is counted while as many passwords wait as may wait', async () => {
    const { email } = await createMember(database.pool);
    await database.pool.query('TRUNCATE rate_limits');
    const deps = {
      database: database.pool,
      ids,
      background,
      passwordHashes: { ...hashes, isFull: () => true },
      signInTurns: new SignInTurns(),
    };
    const refused = await failureOf(logIn(deps, { email, password: PASSWORD }, origin));
    expect(refused).to.include({ name: 'rate_limit_exceeded', retryAfterSeconds: 5 });
    expect((await database.pool.query('SELECT FROM rate_limits')).rowCount).to.equal(0);
  });
});
