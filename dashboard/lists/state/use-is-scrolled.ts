// Whether a place at the top of the page has left the window, so that one reads further down.
import { type RefObject, useEffect, useState } from 'react';

/** @param top an element at the top of what scrolls */
export function useIsScrolled(top: RefObject<Element | null>): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const element = top.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [top]);
  return isScrolled;
}
