// A text once one has stopped typing it, so that not every letter asks the API.
import { useEffect, useState } from 'react';

const TYPED_AFTER_MS = 300;

/** @returns the text as it was when it last rested */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
