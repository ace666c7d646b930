// DKIM signatures (RFC 6376): rsa-sha256 with relaxed canonicalization of header and body. This is our own code,
// because mail that must be signed must never be sent unsigned: every error here is thrown and stops the send. The
// library that sends mail would continue without a signature.
import type { KeyObject } from 'node:crypto';
import type { ComposedMessage } from '../compose.ts';
import { foldField, type HeaderField } from '../header-fields.ts';
import { hashBody, hashStreamedBody } from './dkim-body.ts';
import type { RsaSign } from './rsa-signer.ts';

/** The signing domain and its key. */
export interface DkimSigner {
  /** The domain in ASCII: the domain of From or a parent of it, as DMARC alignment requires. */
  domain: string;
  /** The key's record is at `<selector>._domainkey.<domain>`. */
  selector: string;
  /** An RSA key (`createDkimKeyCache`). */
  privateKey: KeyObject;
}

/**
 * Fields that are signed if present; in lower case. List-Unsubscribe-Post (RFC 8058 §4) and CFBL-Address (RFC 9477
 * §3.2) must be.
 */
const SIGNED_FIELDS = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
  'auto-submitted',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'cfbl-address',
]);
/** White space that is not already a single space: a pattern with few matches is fast. */
const LONG_SPACE = /[ \t]{2,}|\t/g;
/** Splits a signature into lines. */
const SIGNATURE_LINE = /.{1,72}/g;

/** Creates the DKIM-Signature field of a message; the caller puts it before the other fields. @throws if it cannot */
export async function signMessage(
  { headers, body, tail }: Pick<ComposedMessage, 'headers' | 'body' | 'tail'>,
  signer: DkimSigner,
  sign: RsaSign,
): Promise<HeaderField> {
  const bodyHash = tail ? await hashStreamedBody(body, tail) : hashBody(body);
  return await signHeader({ headers, bodyHash, charset: 'utf8' }, signer, sign);
}

/** The parts that a signature covers. */
export interface SignedParts {
  headers: readonly HeaderField[];
  /** The body hash in base64 (dkim-body.ts). */
  bodyHash: string;
  /** How the fields' texts are written on the wire: with `latin1` each character is an octet. */
  charset: 'utf8' | 'latin1';
}

/** The same for a message whose body is hashed already. @throws if it cannot */
export async function signHeader(
  { headers, bodyHash, charset }: SignedParts,
  { domain, selector, privateKey }: DkimSigner,
  sign: RsaSign,
): Promise<HeaderField> {
  if (privateKey.asymmetricKeyType !== 'rsa') throw new TypeError('A DKIM key must be an RSA key.');
  // A verifier takes the last one first of several fields with the same name (RFC 6376 §5.4.2).
  const signed = headers.filter(({ name }) => SIGNED_FIELDS.has(name.toLowerCase())).reverse();
  // From is listed once more than it occurs, so that an added second From breaks the signature (RFC 6376 §8.15).
  const names = [...signed.map(({ name }) => name), 'From'];
  const tags = foldField('DKIM-Signature', [
    'v=1; a=rsa-sha256; c=relaxed/relaxed;',
    `d=${domain};`,
    `s=${selector};`,
    ...listTag('h', names),
    `bh=${bodyHash};`,
  ]);
  const unsigned = { name: tags.name, value: `${tags.value}\r\n b=` };
  const header = [...signed, unsigned].map(canonicalizeField).join('\r\n');
  const signature = await sign(charset === 'utf8' ? header : Buffer.from(header, charset), privateKey);
  return { name: unsigned.name, value: unsigned.value + foldSignature(signature) };
}

/** The items of a tag as tokens between which the field may be folded. */
function listTag(tag: string, items: readonly string[]): string[] {
  return items.map((item, index) => {
    const end = index === items.length - 1 ? ';' : ':';
    return `${index === 0 ? `${tag}=` : ''}${item}${end}`;
  });
}

function foldSignature(signature: string): string {
  const lines = signature.match(SIGNATURE_LINE);
  return lines?.join('\r\n ') ?? '';
}

/** Relaxed header canonicalization (RFC 6376 §3.4.2). */
function canonicalizeField({ name, value }: HeaderField): string {
  return `${name.toLowerCase()}:${value.replaceAll('\r\n', '').replace(LONG_SPACE, ' ').replace(/^ | $/g, '')}`;
}
