// True after a while: an answer that comes sooner shows no skeleton at all, which feels faster than a flash of grey.
import { useEffect, useState } from 'react';

export function useDelayed(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
