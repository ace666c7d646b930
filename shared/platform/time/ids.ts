// Record ids: UUID v7 (RFC 9562 §5.7), so that id order is creation order. Pages are cut by id and the mail
// tables are partitioned by id, so ids come from the injected clock and never run backwards within a process.
import { randomFillSync } from 'node:crypto';
import { v7, validate, version } from 'uuid';
import type { Clock } from './clock.ts';

/** Makes record ids. */
export interface Ids {
  /** A new UUID v7, greater than every one this maker gave before. */
  next(): string;
}

/** The 32-bit counter that `uuid` keeps in `seq`; past it the next millisecond is borrowed. */
const MAX_SEQUENCE = 0xffffffff;

/** Random bytes of a UUID, and of how many ids they are drawn at a time: one draw costs 20 times an id. */
const RANDOM_BYTES = 16;
const DRAWN_IDS = 256;

/** Creates the id maker of a process. */
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

/** True for the canonical text of a UUID v7, in either case. */
export function isUuidV7(text: string): boolean {
  return validate(text) && version(text) === 7;
}

/** The smallest UUID v7 of an instant: the bound of a partition or of a range by time. */
export function uuidV7LowerBound(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Ids of logs in a millisecond: a log's id is a number, Unix milliseconds times this plus a counter (0002-mail.ts). */
const LOG_IDS_PER_MS = 2n ** 20n;
const NUMBER = /^\d{1,19}$/;
const BIGINT_MAX = 2n ** 63n - 1n;

/** True for what could be the id of a log: a number that Postgres has, as text since JSON's are too small. */
export function isLogId(text: string): boolean {
  return NUMBER.test(text) && BigInt(text) <= BIGINT_MAX;
}

/** The smallest id of a log of an instant. */
export function logIdLowerBound(instant: Date): string {
  return String(BigInt(instant.getTime()) * LOG_IDS_PER_MS);
}
