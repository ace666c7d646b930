// The tokens of pixels and tracked links. A token is signed and not stored: it holds all that its page needs, so a link
// works while Postgres is away, when its email is removed, and for ever (docs/reference/tracking.md#links):
//
//   version (1 byte) · recipient (16) · of a link its number (2) and its target (ASCII) · signature (16)
//
// The upper four bits of the version name the key, 0 until a second one exists; the lower ones say what the token is.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/security/aes-gcm.ts';
import { uuidFromBytes, uuidToBytes } from '../../platform/time/ids.ts';
import { TARGET_MAX_LENGTH } from '../links/link-target.ts';

/** What a token says. */
export interface TrackingToken {
  /** The recipient whose copy of an email has the pixel or link. */
  recipientId: string;
  /** Undefined: it is of the pixel. */
  link: TrackedLink | undefined;
}

/** A link of an email. */
export interface TrackedLink {
  /** Its place among the links of the email, from 0. */
  number: number;
  /** The URL as a browser asks for it: ASCII, without white space and control characters. */
  target: string;
}

/** Makes and opens tokens. */
export interface TrackingTokens {
  pixel(recipientId: string): string;
  link(recipientId: string, link: TrackedLink): string;
  /** @returns undefined: no token that was made with this key */
  open(token: string): TrackingToken | undefined;
}

/** Characters of the targets of an email together: tokens make the html of a recipient longer than the one that came. */
export const TRACKED_TARGETS_MAX_LENGTH = 2_000_000;

const PIXEL = 1;
const LINK = 2;
const ID_AT = 1;
const NUMBER_AT = 17;
const TARGET_AT = 19;
const SIGNATURE_BYTES = 16;
const KEY_BYTES = 32;
/** No token is longer; what is longer is not decoded. */
const TOKEN_MAX_LENGTH = Math.ceil(((TARGET_AT + TARGET_MAX_LENGTH + SIGNATURE_BYTES) * 4) / 3);

/**
 * Creates the tokens of a process.
 * @param secretKey without it the key is random, and tokens open only until the process ends
 */
export function createTrackingTokens(secretKey = randomBytes(KEY_BYTES).toString('hex')): TrackingTokens {
  const key = deriveKey(secretKey, 'tracking links');
  const sign = (data: Buffer) => createHmac('sha256', key).update(data).digest().subarray(0, SIGNATURE_BYTES);
  const seal = (data: Buffer) => Buffer.concat([data, sign(data)]).toString('base64url');
  return {
    pixel: (recipientId) => seal(begin(PIXEL, recipientId, NUMBER_AT)),
    link(recipientId, { number, target }) {
      const data = begin(LINK, recipientId, TARGET_AT + target.length);
      data.writeUInt16BE(number, NUMBER_AT);
      data.write(target, TARGET_AT, 'latin1');
      return seal(data);
    },
    open(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      const sealed = Buffer.from(token, 'base64url');
      const data = sealed.subarray(0, -SIGNATURE_BYTES);
      if (data.length < NUMBER_AT || !timingSafeEqual(sign(data), sealed.subarray(-SIGNATURE_BYTES)))
        return undefined;
      // Decoding ignores other characters and the unused bits of the last one: only the canonical form is the token.
      return sealed.toString('base64url') === token ? read(data) : undefined;
    },
  };
}

function begin(version: number, recipientId: string, bytes: number): Buffer {
  const data = Buffer.allocUnsafe(bytes);
  data[0] = version;
  uuidToBytes(recipientId).copy(data, ID_AT);
  return data;
}

function read(data: Buffer): TrackingToken | undefined {
  const recipientId = uuidFromBytes(data.subarray(ID_AT, NUMBER_AT));
  if (data[0] === PIXEL && data.length === NUMBER_AT) return { recipientId, link: undefined };
  if (data[0] !== LINK || data.length <= TARGET_AT) return undefined;
  const target = data.toString('latin1', TARGET_AT);
  return { recipientId, link: { number: data.readUInt16BE(NUMBER_AT), target } };
}
