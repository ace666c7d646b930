// True after a while: for a quick answer no skeleton is shown at all, which feels faster than a flash of grey.
import { useEffect, useState } from 'react';

export function useDelayed(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
