// A dialog that is open, kept in the URL as an entry of the history of its own: the browser's Back closes it and stays on the
// page. What closes it elsewhere goes back as well, so that no entry is left that would open it again. One that was opened by
// its address has no entry before it, and only loses its parameter.
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressWith } from './use-record-parameter.ts';

/**
 * @param name of the query parameter; one that no filter of the list has
 * @returns its value, and what sets it; undefined closes the dialog
 */
export function useDialogParameter(
  name: string,
): [value: string | undefined, set: (value: string | undefined) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  // Navigating back takes a moment, and a second press must not leave the page.
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address says that it is done.
  useEffect(() => {
    isClosing.current = false;
  }, [path, search]);
  const value = new URLSearchParams(search).get(name) ?? undefined;
  const open = (next: string) => {
    const isOpen = value !== undefined;
    const state: unknown = isOpen ? window.history.state : { dialog: name };
    navigate(addressWith(path, search, name, next), { replace: isOpen, state });
  };
  const close = () => {
    if (isClosing.current) return;
    if (window.history.state?.dialog === name) {
      isClosing.current = true;
      window.history.back();
    } else navigate(addressWith(path, search, name, undefined), { replace: true });
  };
  return [value, (next) => (next === undefined ? close() : open(next))];
}
