// Signatures are the same wherever they are made: by a thread, or here when the threads have enough to do.
import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { generateDkimKey } from '../../../shared/mail/dkim-keys.ts';
import { createRsaSign } from '../../../shared/mail/rsa-sign.ts';
import { failureOf } from '../../support/failure-of.ts';

describe('RSA signatures', () => {
  const data = Buffer.from('header');
  const newKey = async () => createPrivateKey((await generateDkimKey()).privateKeyPem);

  for (const threads of [0, 1, 8]) {
    it(`are right with ${threads} threads, however many are asked for at once`, async () => {
      const key = await newKey();
      const sign = createRsaSign(threads);
      const signatures = await Promise.all(Array.from({ length: 40 }, () => sign(data, key)));
      for (const signature of [...signatures, await sign(data, key)]) {
        expect(verify('sha256', data, createPublicKey(key), signature)).to.equal(true);
      }
    });
  }

  it('that fail do not keep a thread busy', async () => {
    const key = await newKey();
    const sign = createRsaSign(1);
    const noKey = createPublicKey(key);
    for (let round = 0; round < 3; round += 1) {
      expect(await failureOf(sign(data, noKey))).to.be.instanceOf(Error);
    }
    expect(verify('sha256', data, noKey, await sign(data, key))).to.equal(true);
  });
});
