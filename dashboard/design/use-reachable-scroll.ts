// Lets the keyboard reach scrollable elements (WCAG 2.1.1): an element that is higher than its place, without focusable
// content, takes the focus itself. One that does not scroll stays out of the tab order.
import { type RefObject, useEffect, useRef } from 'react';

const TAKES_FOCUS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

export function useReachableScroll<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => {
      const scrolls = element.scrollHeight > element.clientHeight + 1;
      if (scrolls && element.querySelector(TAKES_FOCUS) === null) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, []);
  return ref;
}
