// Record ids: UUID v7 (RFC 9562 §5.7), so that id order is creation order. Pages are cut by id and the mail
// tables are partitioned by id, so ids come from the injected clock and never run backwards within a process.
import { v7, validate, version } from 'uuid';
import type { Clock } from './clock.ts';

/** Makes record ids. */
export interface Ids {
  /** A new UUID v7, greater than every one this maker gave before. */
  next(): string;
}

/** The 32-bit counter that `uuid` keeps in `seq`; past it the next millisecond is borrowed. */
const MAX_SEQUENCE = 0xffffffff;

/** Creates the id maker of a process. */
export function createIds(clock: Clock): Ids {
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
      return v7({ msecs: lastMs, seq: sequence });
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
