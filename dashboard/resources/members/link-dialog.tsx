// The link of an invitation, which is shown once: for the case that the mail does not arrive.
import type { NewInvitation } from '../../api/generated/types.ts';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { showOnce } from '../../records/shown-once.tsx';

/** Opens the dialog. Only its button closes it: the link cannot be shown again. */
export function showLink(invitation: NewInvitation): void {
  showOnce((close) => <LinkDialog invitation={invitation} onClose={close} />);
}

function LinkDialog({ invitation, onClose }: { invitation: NewInvitation; onClose(): void }) {
  return (
    <Dialog
      title="Invitation sent"
      isOpen
      onClose={onClose}
      isDismissable={false}
      actions={
        <Button variant="filled" onPress={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap={4}>
        <p>
          We emailed a link to <strong>{invitation.email}</strong>. If it does not arrive, share this link
          yourself. It is shown only now.
        </p>
        <CodeBlock code={invitation.url} label="the link" language="Link" />
        <Notice kind="info">
          Only the emailed link verifies the address. A person who joins with this link has the full role, but
          gets no notices and does not count as a confirmed address.
        </Notice>
      </Stack>
    </Dialog>
  );
}
