// Asks before a member is removed, or gives up a role of their own: what is lost cannot be taken back alone.
import type { MemberItem } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { changeRefusal, type Role, roleLabel } from './roles.ts';

/** The intended act. */
export type MemberAct =
  | { kind: 'remove'; member: MemberItem }
  | { kind: 'role'; member: MemberItem; role: Role };

/** The dialog; open while there is something to do. */
export function MemberDialog({ act, onClose }: { act: MemberAct | undefined; onClose(): void }) {
  if (act?.kind === 'remove') return <RemoveDialog member={act.member} onClose={onClose} />;
  if (act?.kind === 'role') return <OwnRoleDialog {...act} onClose={onClose} />;
  return null;
}

function RemoveDialog({ member, onClose }: { member: MemberItem; onClose(): void }) {
  const { person, role: actor } = useSession();
  const isSelf = member.person_id === person.id;
  const remove = useChange('deleteMember', {
    onSuccess: () => {
      notify(isSelf ? 'You left the account.' : `${member.email} was removed.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave this account?' : `Remove ${member.name || member.email}?`}
      isOpen
      onClose={onClose}
      lost={
        isSelf
          ? 'You lose access to this account. To return, you need a new invitation. Everything that you created stays, including API keys.'
          : `${member.email} loses access to this account. Their sessions end, and their open invitations are withdrawn. Everything that they created stays, including API keys: revoke the keys that they may know.`
      }
      confirmLabel={isSelf ? 'Leave' : 'Remove'}
      onConfirm={() => remove.mutate({ id: member.id })}
      isBusy={remove.isPending}
      refusal={changeRefusal({ actor, target: member.role, isLastOwner: false })}
      failure={remove.error && <FailureNote failure={remove.error} />}
    />
  );
}

function OwnRoleDialog({ member, role, onClose }: { member: MemberItem; role: Role; onClose(): void }) {
  const { role: actor } = useSession();
  const change = useChange('updateMember', {
    onSuccess: () => {
      notify(`You are ${roleLabel(role).toLowerCase()} now.`);
      onClose();
    },
  });
  const label = roleLabel(role).toLowerCase();
  return (
    <ConfirmDialog
      title={`Become ${label}?`}
      isOpen
      onClose={onClose}
      lost={`You lose what only ${roleLabel(member.role).toLowerCase()}s may do. Another person has to make you ${roleLabel(member.role).toLowerCase()} again. Invitations that ${label === 'admin' ? 'an admin' : `a ${label}`} may not send are withdrawn.`}
      confirmLabel={`Become ${label}`}
      onConfirm={() => change.mutate({ id: member.id, body: { role } })}
      isBusy={change.isPending}
      refusal={changeRefusal({ actor, target: member.role, isLastOwner: false }, role)}
      failure={change.error && <FailureNote failure={change.error} />}
    />
  );
}
