// Record ids: UUID v7 (RFC 9562 §5.7), so that the order of ids is the order of creation. Lists are paged by id (keyset
// pagination) and the mail tables are partitioned by id, so ids use the injected clock and always increase within a
// process.
import { randomFillSync } from 'node:crypto';
import { parse, stringify, v7, validate, version } from 'uuid';
import type { Clock } from './clock.ts';

/** Generates record ids. */
export interface Ids {
  /** A new UUID v7, greater than every id that this generator has returned before. */
  next(): string;
}

/** The largest value of the 32-bit counter `seq` of a UUID; after it the ids continue in the next millisecond. */
const MAX_SEQUENCE = 0xffffffff;

/** Random bytes of a UUID, and for how many ids they are drawn at once: one draw costs as much as 20 ids. */
const RANDOM_BYTES = 16;
const DRAWN_IDS = 256;

/** Creates the id generator of a process. */
export function createIds(clock: Clock): Ids {
  const drawn = Buffer.alloc(RANDOM_BYTES * DRAWN_IDS);
  let used = drawn.length;
  const nextRandom = () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += RANDOM_BYTES;
    return drawn.subarray(used - RANDOM_BYTES, used);
  };
  let lastMs = 0;
  let sequence = 0;
  return {
    next() {
      const nowMs = clock.now().getTime();
      if (nowMs > lastMs) {
        lastMs = nowMs;
        sequence = 0;
      } else if (sequence < MAX_SEQUENCE) {
        sequence += 1;
      } else {
        lastMs += 1;
        sequence = 0;
      }
      return v7({ msecs: lastMs, seq: sequence, random: nextRandom() });
    },
  };
}

/** True for the canonical text of a UUID of any version. */
export function isUuid(text: string): boolean {
  return validate(text);
}

/** True for the canonical text of a UUID v7, in upper or lower case. */
export function isUuidV7(text: string): boolean {
  return validate(text) && version(text) === 7;
}

/** The 16 bytes of a UUID. */
export function uuidToBytes(id: string): Buffer {
  return Buffer.from(parse(id));
}

/** The UUID of 16 bytes, in lower case. */
export function uuidFromBytes(bytes: Buffer): string {
  return stringify(bytes);
}

const UUID_BYTES = 16;

/** The UUID v8 of a hash, which has 122 bits of it (RFC 9562 §5.8). */
export function uuidOfHash(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, UUID_BYTES));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}

/** Less than every other UUID: where a walk over ids begins (RFC 9562 §5.9). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The smallest UUID v7 of a time (milliseconds): the bound of a partition or of a range of times. */
export function uuidV7LowerBound(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Clocks of the machines of one service differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/** The bound of the ids of what was made because of a row, so after it, maybe by another machine. */
export function boundOfLaterIds(id: string): string {
  return uuidV7LowerBound(new Date(Math.max(0, timeOfUuidV7(id).getTime() - CLOCKS_DIFFER_MS)));
}

/** The time of a UUID v7. */
export function timeOfUuidV7(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** A log's id is a number: Unix milliseconds times this, plus a counter (migrations/0002-mail.ts). */
const LOG_IDS_PER_MS = 2n ** 20n;
const NUMBER = /^\d{1,19}$/;
const BIGINT_MAX = 2n ** 63n - 1n;

/** True for a text that can be the id of a log: a Postgres bigint. Ids are text because JSON numbers are too small. */
export function isLogId(text: string): boolean {
  return NUMBER.test(text) && BigInt(text) <= BIGINT_MAX;
}

/** The smallest id of a log of a time (milliseconds). */
export function logIdLowerBound(instant: Date): string {
  return String(BigInt(instant.getTime()) * LOG_IDS_PER_MS);
}
