// Asks before the page is left for another one of the dashboard, if text would be lost with it. The browser asks
// for itself when the whole document is left (use-draft.ts); here it is the Navigation API, which hears links, keys and
// the buttons for back and forward. A browser without it asks only when the document is left.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../design/layout/confirm-dialog.tsx';

/** The words of the question. */
interface LeaveWords {
  title: string;
  lost: string;
  confirmLabel: string;
}

interface LeaveGuardProps {
  /** Whether text would be lost if the person left now. */
  isAtRisk(): boolean;
  /** The words; by default those for unsaved text. */
  words?: LeaveWords;
}

const UNSAVED: LeaveWords = {
  title: 'Leave without saving?',
  lost: 'Your last changes are not saved, and this browser cannot store them.',
  confirmLabel: 'Leave without saving',
};

/** Nothing is seen of it until it asks. */
export function LeaveGuard({ isAtRisk, words = UNSAVED }: LeaveGuardProps) {
  const [goOn, setGoOn] = useState<() => void>();
  const isLeaving = useRef(false);
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { destination, navigationType, cancelable, hashChange } = event;
    if (isLeaving.current || !cancelable || hashChange || navigationType === 'reload') return;
    const isElsewhere = new URL(destination.url).pathname !== location.pathname;
    // Another document: the browser asks.
    if (!isElsewhere || (!destination.sameDocument && navigationType !== 'traverse') || !isAtRisk()) return;
    event.preventDefault();
    setGoOn(() => () => follow(destination, navigationType));
  });
  useEffect(() => {
    if (!('navigation' in window)) return;
    const listen = (event: NavigateEvent) => onNavigate(event);
    window.navigation.addEventListener('navigate', listen);
    return () => window.navigation.removeEventListener('navigate', listen);
  }, []);
  const stay = () => setGoOn(undefined);
  return (
    <ConfirmDialog
      {...words}
      isOpen={goOn !== undefined}
      onClose={stay}
      onConfirm={() => {
        isLeaving.current = true;
        stay();
        goOn?.();
      }}
    />
  );
}

function follow({ url, key }: NavigationDestination, type: NavigationType): void {
  if (type === 'traverse') window.navigation.traverseTo(key);
  // The router is notified as of its own navigation (wouter listens to both calls).
  else if (type === 'replace') history.replaceState(null, '', url);
  else history.pushState(null, '', url);
}
