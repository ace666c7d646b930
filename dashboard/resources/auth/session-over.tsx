// The session of the page is over, or the browser has another one: the dialogs that say so, which are loaded when one is shown.
import type { Session } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { SessionEnded } from './session-ended.tsx';
import { SessionReplaced } from './session-replaced.tsx';

interface SessionOverProps {
  /** The session that the browser has now; undefined: none. */
  by: Session | undefined;
  /** The page has its session again. */
  onBack(): void;
}

/** The dialog over the page. */
export function SessionOver({ by, onBack }: SessionOverProps) {
  const { person } = useSession();
  if (by) return <SessionReplaced by={by} onBack={onBack} />;
  return <SessionEnded email={person.email} onSignedIn={onBack} />;
}
