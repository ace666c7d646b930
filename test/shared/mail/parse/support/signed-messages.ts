// Messages with real signatures: by our own DKIM where it can, by mailauth where we sign in no such way.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createSeal } from 'mailauth/lib/arc/index.js';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { parseMailbox } from '../../../../../shared/mail/addresses.ts';
import { composeMessage, writeMessage } from '../../../../../shared/mail/compose.ts';
import { signMessage } from '../../../../../shared/mail/dkim/dkim.ts';
import type { RsaSign } from '../../../../../shared/mail/dkim/rsa-signer.ts';

/** A key and the record that publishes it. */
export interface SigningKey {
  pem: string;
  record: string;
}

/** How mailauth signs. */
export interface OtherSignature {
  algorithm?: string;
  expires?: Date;
  maxBodyLength?: number;
  headerList?: string;
}

/** An RSA key of this length. */
export function rsaKey(bits = 2048): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
  };
}

/** An Ed25519 key (RFC 8463); its record has the bare key. */
export function ed25519Key(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=ed25519; p=${Buffer.from(x, 'base64url').toString('base64')}`,
  };
}

/** A message without a signature. */
export function plainMessage(from: string): Buffer {
  const message = compose(from);
  return writeMessage(message.headers, message.body);
}

/** A message that our own code has signed, with the selector `s1`. */
export async function signedMessage(from: string, domain: string, key: SigningKey, sign: RsaSign) {
  const message = compose(from);
  const signer = { domain, selector: 's1', privateKey: createPrivateKey(key.pem) };
  return writeMessage([await signMessage(message, signer, sign), ...message.headers], message.body);
}

/** A message with one more signature, by mailauth. */
export async function signAgain(
  message: Buffer,
  domain: string,
  key: SigningKey,
  { expires, headerList, ...signature }: OtherSignature = {},
): Promise<Buffer> {
  const options = {
    signingDomain: domain,
    selector: 's1',
    privateKey: key.pem,
    ...signature,
  };
  const { signatures } = await dkimSign(message, {
    ...options,
    signTime: now(),
    ...(expires && { expires }),
    ...(headerList !== undefined && { headerList: headerList as unknown as string[] }),
    signatureData: [options],
  });
  return Buffer.concat([Buffer.from(signatures), message]);
}

/** A message with the first ARC set, of a forwarder. */
export async function sealed(message: Buffer, domain: string, key: SigningKey): Promise<Buffer> {
  const seal = {
    signingDomain: domain,
    selector: 's1',
    privateKey: key.pem,
    signTime: now(),
    cv: 'none',
    authResults: `${domain}; dkim=pass`,
  };
  const { headers } = await createSeal(message, { seal });
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n`), message]);
}

/** When a message is signed: mailauth would look at the clock once to sign and once to write, and so sometimes write `t=` as it was not signed. */
function now(): Date {
  return new Date();
}

/** The message with a text replaced; it must occur. */
export function altered(message: Buffer, text: string, replacement: string): Buffer {
  const before = message.toString('latin1');
  if (!before.includes(text)) throw new Error(`There is no ${text} in the message.`);
  return Buffer.from(before.replace(text, replacement), 'latin1');
}

function compose(from: string) {
  const mailbox = (text: string) => {
    const parsed = parseMailbox(text);
    if (!parsed) throw new Error(`${text} is no address.`);
    return parsed;
  };
  return composeMessage({
    from: mailbox(from),
    to: [mailbox('bob@receiver.test')],
    subject: 'Hello',
    date: new Date(),
    messageId: '<1@sender.test>',
    text: 'The first line.\nThe last line.\n',
  });
}
