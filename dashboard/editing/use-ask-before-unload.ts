// Makes the browser ask before the document is left, if text would be lost with it. Before another page of the
// dashboard is shown, LeaveGuard asks (leave-guard.tsx).
import { useEffect } from 'react';

/** @param isAtRisk whether something would be lost */
export function useAskBeforeUnload(isAtRisk: boolean): void {
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
