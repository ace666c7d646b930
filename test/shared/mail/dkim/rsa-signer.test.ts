// RSA signatures from a worker thread: each caller gets its own, and failures of others or of the thread are handled.
import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { expect } from 'chai';
import { generateDkimKey } from '../../../../shared/mail/dkim/dkim-keys.ts';
import { createRsaSigner } from '../../../../shared/mail/dkim/rsa-signer.ts';
import { useRsaSigner } from '../../../support/factories/rsa-signer.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('the signer', () => {
  const signer = useRsaSigner();
  const newKey = async () => createPrivateKey((await generateDkimKey()).privateKeyPem);
  const isRight = (text: string, key: KeyObject, signature: string) =>
    verify('sha256', Buffer.from(text), createPublicKey(key), Buffer.from(signature, 'base64'));

  it('returns the signature of each text, for many concurrent calls', async () => {
    const keys = [await newKey(), await newKey()];
    const texts = Array.from({ length: 40 }, (_, index) => `subject: ünïque ${index}`);
    const keyOf = (index: number) => keys[index % 2] as KeyObject;
    const signatures = await Promise.all(texts.map((text, index) => signer.sign(text, keyOf(index))));
    for (const [index, signature] of signatures.entries()) {
      expect(isRight(texts[index] ?? '', keyOf(index), signature)).to.equal(true);
    }
  });

  it('fails for a key that cannot sign, and for no other key', async () => {
    const key = await newKey();
    const failed = failureOf(signer.sign('header', createPublicKey(key)));
    const signature = signer.sign('header', key);
    expect(await failed).to.be.instanceOf(Error);
    expect(isRight('header', key, await signature)).to.equal(true);
  });

  it('rejects unfinished signatures when its thread ends, and starts a new thread afterwards', async () => {
    const key = await newKey();
    const ended = createRsaSigner();
    await ended.sign('header', key);
    // On a busy machine the thread signs the first of them before it ends.
    const signatures = Promise.allSettled(Array.from({ length: 500 }, () => ended.sign('header', key)));
    await ended.close();
    expect((await signatures).at(-1))
      .to.have.property('reason')
      .that.is.instanceOf(Error)
      .with.property('message', 'The signing thread has ended.');
    expect(isRight('header', key, await ended.sign('header', key))).to.equal(true);
    await ended.close();
  });

  it('may be closed before it has signed anything', async () => {
    await createRsaSigner().close();
  });
});
