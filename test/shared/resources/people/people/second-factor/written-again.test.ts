// A second factor whose secret is written again (`ops re-encrypt`) between the moment at which a request reads it and the
// one at which it changes the row: nothing of that is seen, and a code counts once.
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { createSecrets } from '../../../../../../shared/platform/security/secrets.ts';
import {
  createTotpSecret,
  totpSecretOwner,
} from '../../../../../../shared/resources/people/people/second-factor/totp.ts';
import { verifySecondFactor } from '../../../../../../shared/resources/people/people/second-factor/verify.ts';
import { useApp } from '../../../../../support/api/app.ts';
import { untilBlocked } from '../../../../../support/database/blocked-sessions.ts';
import { TEST_SECRET_KEYS } from '../../../../../support/factories/dkim-key.ts';
import { signIn } from '../../../../../support/factories/people-factories.ts';

describe('A second factor that is written again', () => {
  const app = useApp();
  const secrets = createSecrets(TEST_SECRET_KEYS);
  const code = (secret: string) =>
    generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) });

  /** A person with a secret in a column. */
  const withSecret = async (column: string) => {
    const person = await signIn(app.pool, { now: app.clock.now() });
    const secret = createTotpSecret();
    const store = (queryable: Pick<typeof app.pool, 'query'>, stored: string) =>
      queryable.query(`UPDATE people SET ${column} = $2 WHERE id = $1`, [
        person.personId,
        secrets.encrypt(stored, totpSecretOwner(person.personId)),
      ]);
    await store(app.pool, secret);
    return { person, secret, store };
  };
  /** Runs what waits for the row, while it is written again with a secret. */
  const during = async <T>(
    made: Awaited<ReturnType<typeof withSecret>>,
    again: string,
    run: () => Promise<T>,
  ) => {
    const client = await app.pool.connect();
    await client.query('BEGIN');
    await made.store(client, again);
    const running = run();
    await untilBlocked(app.pool, client);
    await client.query('COMMIT');
    client.release();
    return await running;
  };

  it('takes a code once if it is the same secret, and none of another', async () => {
    for (const isSame of [true, false]) {
      const made = await withSecret('totp_secret');
      const { person, secret } = made;
      const shown = { personId: person.personId, code: code(secret), now: app.clock.now() };
      const verify = () => verifySecondFactor(app.pool, secrets, shown);
      const again = isSame ? secret : createTotpSecret();
      expect(await during(made, again, verify), 'at first').to.equal(isSame);
      expect(await verify(), 'once more').to.equal(false);
    }
  });

  it('is enabled if it is the same secret, and not if it is another', async () => {
    for (const isSame of [true, false]) {
      const made = await withSecret('totp_pending_secret');
      const { person, secret } = made;
      const enable = async () =>
        (
          await app
            .asPerson(person)
            .post('/auth/totp/enable')
            .send({ code: code(secret) })
        ).status;
      expect(await during(made, isSame ? secret : createTotpSecret(), enable)).to.equal(isSame ? 200 : 422);
    }
  });
});
