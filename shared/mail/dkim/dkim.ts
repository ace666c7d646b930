// DKIM signatures (RFC 6376): rsa-sha256 over relaxed header and body. A step of its own, in our own code, because a
// mail that should be signed must never leave unsigned: whatever goes wrong here is thrown and ends the send. The
// library that sends would go on without a signature.
import type { KeyObject } from 'node:crypto';
import type { ComposedMessage } from '../compose.ts';
import { foldField, type HeaderField } from '../header-fields.ts';
import { hashBody, hashStreamedBody } from './dkim-body.ts';
import type { RsaSign } from './rsa-signer.ts';

/** Who signs. */
export interface DkimSigner {
  /** In ASCII: the domain of From or one above it, so that DMARC aligns. */
  domain: string;
  /** The key's record is at `<selector>._domainkey.<domain>`. */
  selector: string;
  /** An RSA key (`createDkimKeyCache`). */
  privateKey: KeyObject;
}

/** What is signed where it is present; in lower case. List-Unsubscribe-Post is void without it (RFC 8058 §4). */
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
  'list-unsubscribe',
  'list-unsubscribe-post',
]);
/** White space that is not one space already: a pattern that finds little takes little time. */
const LONG_SPACE = /[ \t]{2,}|\t/g;
/** The characters of a signature on one line. */
const SIGNATURE_LINE = /.{1,72}/g;

/** Makes the DKIM-Signature field of a message; put it in front of the header. Rejects when it cannot be made. */
export async function signMessage(
  message: Pick<ComposedMessage, 'headers' | 'body' | 'tail'>,
  { domain, selector, privateKey }: DkimSigner,
  sign: RsaSign,
): Promise<HeaderField> {
  if (privateKey.asymmetricKeyType !== 'rsa') throw new TypeError('A DKIM key must be an RSA key.');
  // The last of several fields is the first that a verifier looks for (RFC 6376 §5.4.2).
  const signed = message.headers.filter(({ name }) => SIGNED_FIELDS.has(name.toLowerCase())).reverse();
  // From is named once more than it occurs, so that adding a second one breaks the signature (§8.15).
  const names = [...signed.map(({ name }) => name), 'From'];
  const tags = foldField('DKIM-Signature', [
    'v=1; a=rsa-sha256; c=relaxed/relaxed;',
    `d=${domain};`,
    `s=${selector};`,
    ...listTag('h', names),
    `bh=${message.tail ? await hashStreamedBody(message.body, message.tail) : hashBody(message.body)};`,
  ]);
  const unsigned = { name: tags.name, value: `${tags.value}\r\n b=` };
  const header = [...signed, unsigned].map(canonicalizeField).join('\r\n');
  const signature = await sign(header, privateKey);
  return { name: unsigned.name, value: unsigned.value + foldSignature(signature) };
}

/** The items of a tag, each a token at which the field may be folded. */
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
