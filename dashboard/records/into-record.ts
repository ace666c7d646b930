// Going into a record: it takes the focus, so that keys continue in it.
import { useEffect, useRef } from 'react';
import { RETURNED_AFTER_MS } from '../design/layout/returned-focus.ts';

/** The option of `navigate` for a record that takes the focus: a new one, or one that a key has opened. */
export const INTO_RECORD = { state: { takesFocus: true } };

/** For its heading: after the dialog that made it has given the focus back to the button that opened it. */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (history.state?.takesFocus !== true) return undefined;
    const timer = setTimeout(() => heading.current?.focus(), RETURNED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return heading;
}
