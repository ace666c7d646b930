// Invites a person: an address and a role. Afterwards it shows the link, once.
import { useState } from 'react';
import { fieldError } from '../../api/form-failure.ts';
import type { NewInvitation } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { RadioCards } from '../../design/fields/radio-cards.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { showLink } from './link-dialog.tsx';
import { inviteRefusal, ROLES, type Role } from './roles.ts';

/** The dialog. Typed text stays until the invitation is sent. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const show = (invitation: NewInvitation) => {
    onClose();
    showLink(invitation);
  };
  return (
    <Dialog title="Invite member" isOpen={isOpen} onClose={onClose}>
      <InviteForm onCancel={onClose} onSent={show} />
    </Dialog>
  );
}

function InviteForm({ onCancel, onSent }: { onCancel(): void; onSent(invitation: NewInvitation): void }) {
  const { role: actor } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useChange('createInvitation', { onSuccess: onSent });
  const refusal = inviteRefusal(actor, role);
  return (
    <ChangeForm
      change={invite}
      refusal={refusal}
      fields={['email']}
      onSubmit={() => invite.mutate({ body: { email, role } })}
      submitLabel="Send invitation"
      onCancel={onCancel}
      hasLegend
    >
      <TextField
        label="Address"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus
        autoComplete="off"
        placeholder="bo@acme.dev"
        error={fieldError(invite.error, 'email')}
      />
      <RadioCards
        label="Role"
        value={role}
        onChange={(id) => setRole(id as Role)}
        options={ROLES.map((each) => ({
          ...each,
          ...(actor === 'admin' && { refusal: inviteRefusal(actor, each.id) }),
        }))}
        isRequired
      />
    </ChangeForm>
  );
}
