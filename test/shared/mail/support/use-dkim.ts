// DKIM signatures of composed messages: one key and its signer, and the verifier of another library.
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import { type ComposedMessage, writeMessage } from '../../../../shared/mail/compose.ts';
import { type DkimSigner, signMessage } from '../../../../shared/mail/dkim/dkim.ts';
import { createDkimKeyCache, dkimRecord, generateDkimKey } from '../../../../shared/mail/dkim/dkim-keys.ts';
import { useRsaSigner } from '../../../support/factories/rsa-signer.ts';

/** To be called within `describe`. */
export function useDkim() {
  const rsaSigner = useRsaSigner();
  let signer: DkimSigner;
  let record: string;
  before(async () => {
    const { privateKeyPem, publicKeyBase64 } = await generateDkimKey();
    const privateKey = createDkimKeyCache(1).get('key', privateKeyPem);
    signer = { domain: 'sender.test', selector: 'ph1', privateKey };
    record = dkimRecord(publicKeyBase64);
  });
  return {
    /** @returns the message with its signature, without its attachments */
    async sign(message: ComposedMessage): Promise<Buffer> {
      const signature = await signMessage(message, signer, rsaSigner.sign);
      return writeMessage([signature, ...message.headers], message.body);
    },
    async expectToVerify(message: Buffer): Promise<void> {
      const resolver = (name: string) => {
        expect(name).to.equal('ph1._domainkey.sender.test');
        return Promise.resolve([[record]]);
      };
      const { results } = await dkimVerify(message, { resolver });
      expect(results.map(({ status }) => status.result)).to.deep.equal(['pass']);
    },
  };
}
