// Every domain has a DKIM key, created once and stored encrypted.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect } from 'chai';
import { createSecrets } from '../../../../../../shared/platform/security/secrets.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  createDkimKey,
  dkimKeyOwner,
} from '../../../../../../shared/resources/messaging/domains/keys/create-dkim-key.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';

describe("a domain's DKIM key", () => {
  const database = useDatabase();
  const secrets = createSecrets(['a secret key of a test, long enough for it']);
  const deps = { ids: createIds(createSystemClock()), secrets };

  const createBareDomain = async () => {
    const { id } = await createDomain(database.pool, (await createAccount(database.pool)).id);
    await database.pool.query('DELETE FROM dkim_keys WHERE domain_id = $1', [id]);
    return id;
  };
  const keysOf = async (domainId: string) => {
    const { rows } = await database.pool.query(
      'SELECT id, selector, public_key, private_key FROM dkim_keys WHERE domain_id = $1',
      [domainId],
    );
    return rows;
  };

  it('is an RSA key of 2048 bits under the selector ph1, with the matching public key', async () => {
    const domainId = await createBareDomain();
    await createDkimKey(database.pool, domainId, deps, 'active');
    const [key, ...others] = await keysOf(domainId);
    expect(others).to.deep.equal([]);
    expect(key.selector).to.equal('ph1');
    const privateKey = createPrivateKey(secrets.decrypt(key.private_key, dkimKeyOwner(key.id)));
    expect(privateKey.asymmetricKeyType).to.equal('rsa');
    expect(privateKey.asymmetricKeyDetails?.modulusLength).to.equal(2048);
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
    expect(key.public_key).to.equal(publicKey.toString('base64'));
  });

  it('is stored encrypted and bound to its row', async () => {
    const domainId = await createBareDomain();
    await createDkimKey(database.pool, domainId, deps, 'active');
    const [key] = await keysOf(domainId);
    expect(key.private_key.toString('latin1')).not.to.include('PRIVATE KEY');
    expect(() => secrets.decrypt(key.private_key, dkimKeyOwner(deps.ids.next()))).to.throw();
  });

  it('is created once, even by several calls at the same time', async () => {
    const domainId = await createBareDomain();
    await Promise.all([1, 2, 3].map(() => createDkimKey(database.pool, domainId, deps, 'active')));
    const [key, ...others] = await keysOf(domainId);
    expect(others).to.deep.equal([]);
    await createDkimKey(database.pool, domainId, deps, 'active');
    expect(await keysOf(domainId)).to.deep.equal([key]);
  });
});
