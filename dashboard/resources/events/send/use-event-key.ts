// The idempotency key of an event that is sent: a new one for each press, but the same one while the answer to the very
// same event was lost, so that it is not taken twice.
import { useRef } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';

/** Gives the key for a body. */
export function useEventKey() {
  const last = useRef<{ text: string; key: string }>(undefined);
  return {
    /** @param failure of the try before */
    of(body: object, failure: ApiFailure | null): string {
      const text = JSON.stringify(body);
      const isRepeated = failure?.isPassing === true && last.current?.text === text;
      if (!(isRepeated && last.current)) last.current = { text, key: newIdempotencyKey() };
      return last.current.key;
    },
  };
}
