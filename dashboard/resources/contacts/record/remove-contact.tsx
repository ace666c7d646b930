// The ways in which a contact goes: deleted here, or erased as a person from all that the account keeps.
import Trash2 from 'lucide-react/icons/trash-2';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import type { Contact } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import type { useChange } from '../../../api/use-call.ts';
import { MenuButton } from '../../../design/controls/menu.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';

interface RemoveContactProps {
  contact: Contact;
  remove: ReturnType<typeof useChange<'deleteContact'>>;
}

type Asked = 'delete' | 'erase';

/** A menu with both acts; each asks first. */
export function RemoveContact({ contact: { id, email }, remove }: RemoveContactProps) {
  const [asked, setAsked] = useState<Asked>();
  const refusal = useRefusal('deleteContact');
  const shared = {
    operation: 'deleteContact',
    change: remove,
    onClose: () => setAsked(undefined),
  } as const;
  return (
    <>
      <MenuButton
        label="Remove"
        items={[
          {
            id: 'delete',
            label: 'Delete contact',
            icon: Trash2,
            refusal,
            onAction: () => setAsked('delete'),
          },
          { id: 'erase', label: 'Erase person', icon: UserX, refusal, onAction: () => setAsked('erase') },
        ]}
      />
      <ConfirmChange
        {...shared}
        input={{ id, query: {} }}
        title="Delete this contact?"
        isOpen={asked === 'delete'}
        lost={
          <p>
            The names, properties and segments of <strong>{email}</strong> in this audience are lost, and its
            automation runs end. What the person chose stays with the address, even if you add it again.
          </p>
        }
        confirmLabel="Delete contact"
      />
      <ConfirmChange
        {...shared}
        input={{ id, query: { erase: true } }}
        title="Erase this person?"
        isOpen={asked === 'erase'}
        lost={<Erased email={email} />}
        confirmLabel="Erase person"
        typed={email}
      />
    </>
  );
}

function Erased({ email }: { email: string }) {
  return (
    <Stack gap={3}>
      <p>
        <strong>{email}</strong> is erased from everything in this account: contacts in every audience, mail
        to and from the person, events, webhooks, logs and imports. Pending mail is canceled. You cannot undo
        this.
      </p>
      <p>
        Their choices stay (unsubscribes, topics and an entry on the suppression list), so that you do not
        email them again by mistake.
      </p>
    </Stack>
  );
}
