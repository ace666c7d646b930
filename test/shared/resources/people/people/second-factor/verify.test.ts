// Second factors in the database: what is accepted once, and by whom.
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { createSecrets } from '../../../../../../shared/platform/security/secrets.ts';
import {
  createRecoveryCodes,
  hashRecoveryCode,
} from '../../../../../../shared/resources/people/people/second-factor/recovery-codes.ts';
import {
  createTotpSecret,
  totpSecretOwner,
} from '../../../../../../shared/resources/people/people/second-factor/totp.ts';
import { verifySecondFactor } from '../../../../../../shared/resources/people/people/second-factor/verify.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { TEST_SECRET_KEYS } from '../../../../../support/factories/dkim-key.ts';
import { createPerson } from '../../../../../support/factories/people-factories.ts';

const SECONDS = 2_000_000_000;

describe('verifySecondFactor', () => {
  const database = useDatabase();
  const pool = () => database.pool;
  const secrets = createSecrets(TEST_SECRET_KEYS);
  const now = new Date(SECONDS * 1000);

  /** A person with a second factor. @returns its secret and recovery codes too */
  async function withSecondFactor() {
    const { id: personId } = await createPerson(pool());
    const secret = createTotpSecret();
    const codes = createRecoveryCodes();
    const encrypted = secrets.encrypt(secret, totpSecretOwner(personId));
    await pool().query('UPDATE people SET totp_secret = $2, recovery_code_hashes = $3 WHERE id = $1', [
      personId,
      encrypted,
      codes.map(hashRecoveryCode),
    ]);
    return { personId, secret, codes, encrypted };
  }
  const verify = (shown: { personId: string; code?: string; recoveryCode?: string }) =>
    verifySecondFactor(pool(), secrets, { ...shown, now });
  const codeAt = (secret: string, seconds: number) => generateSync({ secret, epoch: seconds });

  it('accepts a code of the app once, of twenty at the same moment', async () => {
    const { personId, secret } = await withSecondFactor();
    const code = codeAt(secret, SECONDS);
    const results = await Promise.all(Array.from({ length: 20 }, () => verify({ personId, code })));
    expect(results.filter(Boolean)).to.have.length(1);
  });

  it('accepts a recovery code once, of twenty at the same moment, and leaves the others', async () => {
    const { personId, codes } = await withSecondFactor();
    const [recoveryCode = '', another = ''] = codes;
    const results = await Promise.all(Array.from({ length: 20 }, () => verify({ personId, recoveryCode })));
    expect(results.filter(Boolean)).to.have.length(1);
    expect(await verify({ personId, recoveryCode: another })).to.equal(true);
  });

  it('accepts no code of the step of an accepted one, or of an earlier one', async () => {
    const { personId, secret } = await withSecondFactor();
    expect(await verify({ personId, code: codeAt(secret, SECONDS) })).to.equal(true);
    expect(await verify({ personId, code: codeAt(secret, SECONDS - 30) })).to.equal(false);
    expect(await verify({ personId, code: codeAt(secret, SECONDS + 30) })).to.equal(true);
  });

  it('accepts nothing of another person, nothing without a second factor, and nothing without a code', async () => {
    const one = await withSecondFactor();
    const other = await withSecondFactor();
    const { id: personId } = await createPerson(pool());
    const code = codeAt(one.secret, SECONDS);
    const [recoveryCode = ''] = one.codes;
    for (const person of [other.personId, personId]) {
      expect(await verify({ personId: person, code })).to.equal(false);
      expect(await verify({ personId: person, recoveryCode })).to.equal(false);
    }
    expect(await verify({ personId: one.personId })).to.equal(false);
    expect(await verify({ personId: one.personId, recoveryCode: '' })).to.equal(false);
  });

  it('does not decrypt a secret that was copied from another person', async () => {
    const { encrypted } = await withSecondFactor();
    const { id: personId } = await createPerson(pool());
    await pool().query('UPDATE people SET totp_secret = $2 WHERE id = $1', [personId, encrypted]);
    const error = await verify({ personId, code: '123456' }).catch(String);
    expect(error).to.include('SECRET_KEY');
  });
});
