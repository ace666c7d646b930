// Proves that the measured mail is signed, with a DKIM verifier that is neither ours nor nodemailer's. Otherwise a
// sender would win that is fast because its signer failed: nodemailer sends without a signature then.
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
