// The idempotency key of an event that is sent: the same one for the very same event until it was taken, whatever was
// answered before, so that it is not taken twice. A refusal frees the key; one that comes while an earlier request still
// runs does not say what becomes of that.
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';

/** Gives the key for a body. */
export function useEventKey() {
  const last = useRef<{ text: string; key: string }>(undefined);
  return {
    of(body: object): string {
      const text = JSON.stringify(body);
      if (last.current?.text !== text) last.current = { text, key: newIdempotencyKey() };
      return last.current.key;
    },
  };
}
