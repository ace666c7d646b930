// A text once one has stopped typing it, so that not every letter asks the API.
import { useEffect, useState } from 'react';

/** @returns the text as it was when it last rested for so long */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
