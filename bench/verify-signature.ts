// Proves that what is measured is signed mail: a verifier that is neither ours nor nodemailer's says so. A sender that
// is fast because its signer failed (nodemailer goes on without a signature) would else win.
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** @throws Error when the message has no DKIM signature that verifies with the key */
export async function verifySignature(message: Buffer, publicKeyBase64: string): Promise<void> {
  const record = `v=DKIM1; k=rsa; p=${publicKeyBase64}`;
  const { results } = await dkimVerify(message, { resolver: () => Promise.resolve([[record]]) });
  const outcomes = results.map(({ status }) => status.result);
  if (!outcomes.includes('pass')) {
    throw new Error(`The mail at the sink is not signed: dkim=${outcomes.join(', ') || 'none'}.`);
  }
}
