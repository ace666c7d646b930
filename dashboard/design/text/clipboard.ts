// Puts text on the clipboard. The Clipboard API exists only on https and on localhost; elsewhere a hidden field and
// the old command do it, so that a dashboard on a plain address of a home network works too.
import { useEffect, useState } from 'react';
import { announce } from '../feedback/notices.ts';

const SHOWN_FOR_MS = 1_500;

/**
 * The state of a control that copies: it shows for a moment that it did, and says so to screen readers.
 * @param onCopied called once the text is on the clipboard
 */
export function useCopy(text: string, onCopied?: () => void): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void copyText(text).then((done) => {
      setCopied(done);
      if (done) onCopied?.();
      announce(done ? 'Copied' : 'Your browser did not allow copying');
    });
  };
  return { isCopied, copy };
}

export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser, perhaps because the page lost focus: the old way may still work.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const active = document.activeElement;
  // A dialog keeps the focus inside, so the field must be inside as well.
  const place = active?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  place.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (active instanceof HTMLElement) active.focus();
  return isCopied;
}
