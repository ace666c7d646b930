// Asks before a key is revoked, and says what stops with it.
import { useLocation } from 'wouter';
import type { ApiKey } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { relativeTime } from '../../format/time.ts';

interface RevokeKeyProps {
  apiKey: ApiKey;
  listPath: string;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function RevokeKey({ apiKey, listPath, isOpen, onClose }: RevokeKeyProps) {
  const [, navigate] = useLocation();
  const revoke = useChange('deleteApiKey', {
    onSuccess: () => {
      notify(`The key “${apiKey.name}” was revoked.`);
      navigate(listPath);
    },
  });
  const used = apiKey.last_used_at;
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      isOpen={isOpen}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
      lost={
        <p>
          Every program that uses <code>{apiKey.prefix}…</code> is refused from its next request on. This
          cannot be undone.{' '}
          {used === null
            ? 'The key was never used.'
            : `It was last used ${relativeTime(new Date(used), new Date())}.`}
        </p>
      }
      confirmLabel="Revoke the key"
      onConfirm={() => revoke.mutate({ id: apiKey.id })}
      isBusy={revoke.isPending}
      refusal={useRefusal('deleteApiKey')}
      failure={revoke.error && <FailureNote failure={revoke.error} />}
    />
  );
}
