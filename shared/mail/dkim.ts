// DKIM signatures (RFC 6376): rsa-sha256 over relaxed header and body. A step of its own, in our own code, because a
// mail that should be signed must never leave unsigned: whatever goes wrong here is thrown and ends the send. The
// library that sends would go on without a signature.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { foldField, type HeaderField } from './header-fields.ts';

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
/** The characters of a signature on one line. */
const SIGNATURE_LINE = /.{1,72}/g;

const CRLF = '\r\n';
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** RSA in the thread pool, so that another core signs while this one composes. */
const signAsync = promisify(sign);

/** Makes the DKIM-Signature field of a message; put it in front of the header. Rejects when it cannot be made. */
export async function signMessage(
  message: { headers: readonly HeaderField[]; body: Buffer },
  { domain, selector, privateKey }: DkimSigner,
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
    `bh=${hashBody(message.body)};`,
  ]);
  const unsigned = { name: tags.name, value: `${tags.value}\r\n b=` };
  const header = [...signed, unsigned].map(canonicalizeField).join('\r\n');
  const signature = await signAsync('sha256', Buffer.from(header), privateKey);
  return { name: unsigned.name, value: unsigned.value + foldSignature(signature) };
}

/** The items of a tag, each a token at which the field may be folded. */
function listTag(tag: string, items: readonly string[]): string[] {
  return items.map((item, index) => {
    const end = index === items.length - 1 ? ';' : ':';
    return `${index === 0 ? `${tag}=` : ''}${item}${end}`;
  });
}

function foldSignature(signature: Buffer): string {
  const lines = signature.toString('base64').match(SIGNATURE_LINE);
  return lines?.join('\r\n ') ?? '';
}

/** Relaxed header canonicalization (RFC 6376 §3.4.2). */
function canonicalizeField({ name, value }: HeaderField): string {
  const unfolded = value.replaceAll('\r\n', '').replace(/[ \t]+/g, ' ');
  return `${name.toLowerCase()}:${unfolded.replace(/^ | $/g, '')}`;
}

/** SHA-256 of the body in relaxed canonicalization (RFC 6376 §3.4.4), in base64. */
function hashBody(body: Buffer): string {
  return createHash('sha256').update(canonicalizeBody(body)).digest('base64');
}

/**
 * Runs of white space become one space, those at the ends of lines and the empty lines at the end go. The body's
 * line breaks are all CRLF.
 */
function canonicalizeBody(body: Buffer): Buffer {
  if (isCanonical(body)) return body;
  const output = Buffer.allocUnsafe(body.length + CRLF.length);
  let length = 0;
  let endOfText = 0;
  let hasSpace = false;
  // By index: iterating a buffer takes ten times as long.
  for (let index = 0; index < body.length; index += 1) {
    const octet = body[index] ?? 0;
    if (octet === SPACE || octet === TAB) {
      hasSpace = true;
      continue;
    }
    const isLineBreak = octet === CR || octet === LF;
    if (hasSpace && !isLineBreak) output[length++] = SPACE;
    hasSpace = false;
    output[length++] = octet;
    if (!isLineBreak) endOfText = length;
  }
  if (endOfText === 0) return Buffer.alloc(0);
  output.write(CRLF, endOfText);
  return output.subarray(0, endOfText + CRLF.length);
}

/** Base64, so nearly all of a large message, has nothing to canonicalize: three native searches find that out. */
function isCanonical(body: Buffer): boolean {
  const endsInOneLineBreak = body.length > 2 && body.at(-1) === LF && body.at(-3) !== LF;
  return endsInOneLineBreak && !body.includes('\t') && !body.includes('  ') && !body.includes(' \r');
}
