// The tokens of pixels and tracked links. A token is signed and not stored: it holds all that its page needs, so a link
// works while Postgres is unavailable, when its email is removed, and for ever (docs/reference/tracking.md#links):
//
//   version (1 byte) · recipient (16) · of a link its number (2) and its target (ASCII) · signature (16)
//
// The upper four bits of the version name the key, from 1; the lower ones say what the token is. In tokens of before there
// was SECRET_KEY_PREVIOUS the upper ones are 0, and each key is tried.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createKeyRing, deriveKey, type SecretKeys } from '../../platform/security/secret-keys.ts';
import { uuidFromBytes, uuidToBytes } from '../../platform/time/ids.ts';
import { TARGET_MAX_LENGTH } from '../links/link-target.ts';

/** The content of a token. */
export interface TrackingToken {
  /** The recipient whose copy of an email has the pixel or link. */
  recipientId: string;
  /** The link; undefined: the token is for the pixel. */
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
  /** @returns undefined: no token that was made with one of the keys */
  open(token: string): TrackingToken | undefined;
}

/** Characters of the targets of an email together: tokens make the html of a recipient longer than the original. */
export const TRACKED_TARGETS_MAX_LENGTH = 2_000_000;

const PIXEL = 1;
const LINK = 2;
const ID_AT = 1;
const NUMBER_AT = 17;
const TARGET_AT = 19;
const SIGNATURE_BYTES = 16;
/** The bits of the version byte after the name of the key. */
const KIND_BITS = 4;
const KEY_NAMES = 15;
/** No token is longer; longer texts are not decoded. */
const TOKEN_MAX_LENGTH = Math.ceil(((TARGET_AT + TARGET_MAX_LENGTH + SIGNATURE_BYTES) * 4) / 3);

/** Creates the tokens of a process. @param secretKeys see createKeyRing */
export function createTrackingTokens(secretKeys?: SecretKeys): TrackingTokens {
  const { first, all } = createKeyRing(secretKeys, (secretKey) => deriveKey(secretKey, 'tracking links'));
  const seal = (data: Buffer) => Buffer.concat([data, sign(first.tool, data)]).toString('base64url');
  const keyBits = nameOf(first.octet) << KIND_BITS;
  return {
    pixel: (recipientId) => seal(begin(keyBits | PIXEL, recipientId, NUMBER_AT)),
    link(recipientId, { number, target }) {
      const data = begin(keyBits | LINK, recipientId, TARGET_AT + target.length);
      data.writeUInt16BE(number, NUMBER_AT);
      data.write(target, TARGET_AT, 'latin1');
      return seal(data);
    },
    open(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      const sealed = Buffer.from(token, 'base64url');
      const data = sealed.subarray(0, -SIGNATURE_BYTES);
      if (data.length < NUMBER_AT) return undefined;
      const name = data.readUInt8() >> KIND_BITS;
      const keys = name === 0 ? all : all.filter(({ octet }) => nameOf(octet) === name);
      const signature = sealed.subarray(-SIGNATURE_BYTES);
      if (!keys.some(({ tool: key }) => timingSafeEqual(sign(key, data), signature))) return undefined;
      // Decoding ignores other characters and the unused bits of the last one: only the canonical form is the token.
      return sealed.toString('base64url') === token ? read(data) : undefined;
    },
  };
}

/** The name of a key in a token, from 1. */
function nameOf(octet: number): number {
  return 1 + (octet % KEY_NAMES);
}

function sign(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest().subarray(0, SIGNATURE_BYTES);
}

function begin(version: number, recipientId: string, bytes: number): Buffer {
  const data = Buffer.allocUnsafe(bytes);
  data[0] = version;
  uuidToBytes(recipientId).copy(data, ID_AT);
  return data;
}

function read(data: Buffer): TrackingToken | undefined {
  const recipientId = uuidFromBytes(data.subarray(ID_AT, NUMBER_AT));
  const kind = data.readUInt8() & ((1 << KIND_BITS) - 1);
  if (kind === PIXEL && data.length === NUMBER_AT) return { recipientId, link: undefined };
  if (kind !== LINK || data.length <= TARGET_AT) return undefined;
  const target = data.toString('latin1', TARGET_AT);
  return { recipientId, link: { number: data.readUInt16BE(NUMBER_AT), target } };
}
