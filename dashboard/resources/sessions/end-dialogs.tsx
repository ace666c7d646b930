// Ask before one session, or all others, are ended.
import type { SessionItem } from '../../api/generated/types.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmChange } from '../../records/confirm-change.tsx';
import { describeDevice } from './device.ts';

interface EndSessionDialogProps {
  session: SessionItem;
  onClose(): void;
}

/** Asks before it ends one session. */
export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const end = useChange('endSession', {
    onSuccess: () => {
      notify('Session ended.');
      onClose();
    },
  });
  const { words } = describeDevice(session.user_agent);
  return (
    <ConfirmChange
      operation="endSession"
      input={{ id: session.id }}
      change={end}
      title="End this session?"
      isOpen
      onClose={onClose}
      lost={`${words}${session.address === null ? '' : ` at ${session.address}`} is signed out at once. Unsaved work there may be lost.`}
      confirmLabel="End session"
    />
  );
}

/** Asks before it ends all sessions but this one. */
export function EndOthersDialog({ onClose }: { onClose(): void }) {
  const end = useChange('endOtherSessions', {
    onSuccess: ({ count }) => {
      notify(count === 1 ? '1 session ended.' : `${count} sessions ended.`);
      onClose();
    },
  });
  return (
    <ConfirmChange
      operation="endOtherSessions"
      input={{}}
      change={end}
      title="End all other sessions?"
      isOpen
      onClose={onClose}
      lost="You are signed out everywhere but here, in all of your accounts. Unsaved work there may be lost."
      confirmLabel="End all other sessions"
    />
  );
}
