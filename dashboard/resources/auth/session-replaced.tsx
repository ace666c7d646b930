// Another tab of the browser has gone to another account, or another person has signed in there. The page shows what it
// showed, and asks which of the two is meant: it would otherwise read and change what is not on the screen.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { APP_BASE } from '../../api/base.ts';
import { callAs } from '../../api/call.ts';
import type { ApiFailure } from '../../api/failure.ts';
import type { Session } from '../../api/generated/types.ts';
import { adoptSession, useSession } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Stack } from '../../design/layout/stack.tsx';

interface SessionReplacedProps {
  /** The session that the browser has now. */
  by: Session;
  /** The page has its own session again. */
  onBack(): void;
}

/** The dialog over the page. */
export function SessionReplaced({ by, onBack }: SessionReplacedProps) {
  const shown = useSession();
  if (by.person.id !== shown.person.id) return <AnotherPersonDialog by={by} />;
  return <AnotherAccount by={by} shown={shown} onBack={onBack} />;
}

function AnotherAccount({ by, shown, onBack }: SessionReplacedProps & { shown: Session }) {
  const client = useQueryClient();
  const goBack = useMutation<Session, ApiFailure>({
    mutationFn: () => callAs(by, 'switchAccount', { body: { account_id: shown.account.id } }),
    onSuccess: (session) => {
      adoptSession(client, session);
      onBack();
    },
  });
  return (
    <Dialog title="You switched accounts" isOpen onClose={() => {}} isDismissable={false}>
      <Stack gap={4}>
        <p>
          In another tab you switched to <strong>{by.account.name}</strong>. This page shows{' '}
          <strong>{shown.account.name}</strong>, and your changes on it are still here.
        </p>
        {goBack.error && <FailureNote failure={goBack.error} />}
        <Stack direction="row" gap={2} wrap>
          <Button variant="filled" isBusy={goBack.isPending} autoFocus onPress={() => goBack.mutate()}>
            Back to {shown.account.name}
          </Button>
          <Button onPress={() => location.assign(`${APP_BASE}/`)}>Continue in {by.account.name}</Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}

function AnotherPersonDialog({ by }: { by: Session }) {
  return (
    <Dialog title="Another person has signed in" isOpen onClose={() => {}} isDismissable={false}>
      <Stack gap={4}>
        <p>
          This browser is signed in as <strong>{by.person.email}</strong> now. This page still shows the
          previous session.
        </p>
        <div>
          <Button variant="filled" autoFocus onPress={() => location.reload()}>
            Reload page
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
