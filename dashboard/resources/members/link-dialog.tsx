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
      title="The invitation is on its way"
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
          A mail with a link went to <strong>{invitation.email}</strong>. If it does not arrive, hand over
          this link. It is shown only now.
        </p>
        <CodeBlock code={invitation.url} label="the link" language="Link" />
        <Notice kind="info">
          Only the mailed link proves that the address is theirs. Who joins by this one may do what the role
          allows, but gets no notices, and does not count as a confirmed address.
        </Notice>
      </Stack>
    </Dialog>
  );
}
