// The state of a control that copies: it shows for a moment that it did, and says so to screen readers.
import { useEffect, useState } from 'react';
import { announce } from '../feedback/notices.ts';
import { copyText } from './clipboard.ts';

const SHOWN_FOR_MS = 1_500;

export function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void copyText(text).then((done) => {
      setCopied(done);
      announce(done ? 'Copied' : 'The browser did not allow to copy');
    });
  };
  return { isCopied, copy };
}
