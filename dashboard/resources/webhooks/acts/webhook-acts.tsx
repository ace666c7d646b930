// What can be done with a webhook, and the dialogs that ask first. Which one is open is in the URL, so that the box that says
// why a webhook is disabled can open one, too.
import KeyRound from 'lucide-react/icons/key-round';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { EditWebhook } from '../webhook-dialogs.tsx';
import { EnableWebhook } from './enable-webhook.tsx';
import { DeleteWebhook, DisableWebhook, RotateSecret } from './webhook-questions.tsx';

interface WebhookActsProps {
  webhook: Webhook;
  /** The dialog that is open. */
  open: string | undefined;
  setOpen(open: string | undefined): void;
}

/** The buttons with their dialogs. */
export function WebhookActs({ webhook, open, setOpen }: WebhookActsProps) {
  const close = () => setOpen(undefined);
  const change = useRefusal('updateWebhook');
  const rotate = useRefusal('rotateWebhook');
  const remove = useRefusal('deleteWebhook');
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Pencil} refusal={change} onPress={() => setOpen('edit')}>
          Edit
        </Button>
        {webhook.status === 'enabled' && (
          <Button icon={Pause} refusal={change} onPress={() => setOpen('disable')}>
            Disable
          </Button>
        )}
        <Button icon={KeyRound} refusal={rotate} onPress={() => setOpen('rotate')}>
          Rotate secret
        </Button>
        <Button icon={Trash} variant="danger" refusal={remove} onPress={() => setOpen('delete')}>
          Delete
        </Button>
      </Stack>
      <EditWebhook of={webhook} isOpen={open === 'edit'} onClose={close} />
      <DisableWebhook
        webhook={webhook}
        isOpen={open === 'disable' && webhook.status === 'enabled'}
        onClose={close}
      />
      <EnableWebhook
        webhook={webhook}
        isOpen={open === 'enable' && webhook.status === 'disabled'}
        onClose={close}
      />
      <RotateSecret webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <DeleteWebhook webhook={webhook} isOpen={open === 'delete'} onClose={close} />
    </>
  );
}
