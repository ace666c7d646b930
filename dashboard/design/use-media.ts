// Whether a media query holds now: for components with another form, not only another size, in a narrow window.
import { useCallback, useSyncExternalStore } from 'react';

/** @param query `(width < 760px)` */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
