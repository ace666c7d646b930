// Tokens by which the reports of other servers (bounces, complaints) find their recipient. A token is the recipient's
// id and a part of an HMAC over it: the id alone is in answers and webhooks, so with the id alone people could forge a
// bounce. It can be checked without the database. It is in the return path (VERP) and in X-Posthorn-Ref, which survives
// when a report masks the recipient. Letters and digits only, in one case: servers fold the case of an address, and
// some cut it at `+`. They do not name their key: those of SECRET_KEY_PREVIOUS are tried too.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createKeyRing, deriveKey, type SecretKeys } from '../../platform/security/secret-keys.ts';
import { uuidFromBytes } from '../../platform/time/ids.ts';
import { type HeaderField, writeHeader } from '../header-fields.ts';

/** Makes and checks tokens. */
export interface RecipientTokens {
  /** @param recipientId a UUID in lower case @returns 48 digits of base 16: those of the id, then 16 of the HMAC */
  tokenOf(recipientId: string): string;
  /** @param token in any case @returns the recipient's id; undefined: not a token of a listed key */
  recipientOf(token: string): string | undefined;
  /** The same for the local part of a return path. `forged`: it has the form of one, and is none of a listed key. */
  readLocalPart(localPart: string): { recipientId: string } | 'forged' | undefined;
}

const REF_FIELD = 'X-Posthorn-Ref';
const LOCAL_PART_PREFIX = 'b-';
const ID_DIGITS = 32;
/** 64 bits: a guess is one in 10^19, and each costs a RCPT. */
const HMAC_DIGITS = 16;
const TOKEN = new RegExp(`^[0-9a-f]{${ID_DIGITS + HMAC_DIGITS}}$`);
const RETURN_PATH = new RegExp(`^${LOCAL_PART_PREFIX}(?<token>[0-9a-f]{${ID_DIGITS + HMAC_DIGITS}})$`, 'i');

/** Creates the tokens of a process. All processes with the same SECRET_KEY have the same tokens. */
export function createRecipientTokens(secretKeys: SecretKeys): RecipientTokens {
  const { first, all } = createKeyRing(secretKeys, (secretKey) => deriveKey(secretKey, 'recipient tokens'));
  const hmacOf = (key: Buffer, idDigits: string) =>
    createHmac('sha256', key).update(idDigits).digest('hex').slice(0, HMAC_DIGITS);
  const recipientOf = (token: string) => {
    const folded = token.toLowerCase();
    if (!TOKEN.test(folded)) return undefined;
    const idDigits = folded.slice(0, ID_DIGITS);
    const given = Buffer.from(folded.slice(ID_DIGITS));
    const isOurs = all.some(({ tool: key }) => timingSafeEqual(given, Buffer.from(hmacOf(key, idDigits))));
    return isOurs ? uuidFromBytes(Buffer.from(idDigits, 'hex')) : undefined;
  };
  return {
    tokenOf(recipientId) {
      const idDigits = recipientId.replaceAll('-', '');
      return idDigits + hmacOf(first.tool, idDigits);
    },
    recipientOf,
    readLocalPart(localPart) {
      const token = RETURN_PATH.exec(localPart)?.groups?.['token'];
      if (token === undefined) return undefined;
      const recipientId = recipientOf(token);
      return recipientId === undefined ? 'forged' : { recipientId };
    },
  };
}

/** The local part of the return path of a token's recipient. */
export function returnPathLocalPart(token: string): string {
  return LOCAL_PART_PREFIX + token;
}

/** The header line with a token; it is not signed, so that recipients share one signature. */
export function refLine(token: string): Buffer {
  const field: HeaderField = { name: REF_FIELD, value: token };
  return Buffer.from(writeHeader([field]));
}
