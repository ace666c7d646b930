// The invitations that were not accepted yet: to whom, by whom, until when; each can be sent again or withdrawn.
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import type { InvitationItem, MemberItem } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { MenuButton } from '../../design/controls/menu.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListRows } from '../../lists/list-rows.tsx';
import type { Column } from '../../lists/rows.tsx';
import type { ListState } from '../../lists/state/use-list.ts';
import { showLink } from './link-dialog.tsx';
import css from './members.module.css';
import { inviteRefusal, roleLabel } from './roles.ts';

interface InvitationsListProps {
  list: ListState<'listInvitations'>;
  /** For the names of those who invited. */
  members: readonly MemberItem[];
}

/** The list. */
export function InvitationsList({ list, members }: InvitationsListProps) {
  const [withdrawn, setWithdrawn] = useState<InvitationItem>();
  const resend = useChange('resendInvitation', { onSuccess: showLink });
  const columns: readonly Column<InvitationItem>[] = [
    ...COLUMNS,
    {
      id: 'invited_by',
      header: 'Invited by',
      width: '150px',
      render: ({ invited_by }) => (
        <>
          <span className={css['onCard']}>by </span>
          {inviterOf(invited_by, members)}
        </>
      ),
    },
    EXPIRES,
    {
      id: 'actions',
      header: 'Actions',
      width: '72px',
      kind: 'action',
      render: (invitation) => (
        <InvitationMenu
          invitation={invitation}
          onResend={() => {
            // A menu has no busy button: each press would mail another link.
            if (!resend.isPending) resend.mutate({ id: invitation.id });
          }}
          onWithdraw={() => setWithdrawn(invitation)}
        />
      ),
    },
  ];
  return (
    <>
      {resend.error && <FailureNote title="It was not sent again" failure={resend.error} />}
      <ListRows
        label="Invitations"
        columns={columns}
        list={list}
        skeletonRows={2}
        empty={
          <EmptyState icon={Mail} title="No open invitations">
            When you invite a person, we email them a link. The invitation is listed here until they use it.
          </EmptyState>
        }
      />
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </>
  );
}

const COLUMNS: readonly Column<InvitationItem>[] = [
  {
    id: 'email',
    header: 'Address',
    render: ({ email, mail_failure }) => (
      <>
        <Copyable text={email} label="the address" isClamped />
        {mail_failure !== null && (
          <span className={css['failure']}>
            <Status status="failed" label="not sent" /> {mail_failure}
          </span>
        )}
      </>
    ),
  },
  { id: 'role', header: 'Role', width: '90px', render: ({ role }) => roleLabel(role) },
];

const EXPIRES: Column<InvitationItem> = {
  id: 'expires',
  header: 'Expires',
  width: '110px',
  render: ({ status, expires_at }) =>
    status === 'expired' ? (
      <Status status="expired" />
    ) : (
      <>
        <span className={css['onCard']}>expires </span>
        <Time at={expires_at} isInRow />
      </>
    ),
};

function inviterOf(personId: string | null, members: readonly MemberItem[]): string {
  if (personId === null) return 'An operator';
  const member = members.find(({ person_id }) => person_id === personId);
  return member ? member.name || member.email : 'Another member';
}

interface InvitationMenuProps {
  invitation: InvitationItem;
  onResend(): void;
  onWithdraw(): void;
}

function InvitationMenu({ invitation, onResend, onWithdraw }: InvitationMenuProps) {
  const { role } = useSession();
  const refusal = inviteRefusal(role, invitation.role);
  return (
    <MenuButton
      label={`Actions for ${invitation.email}`}
      icon={Ellipsis}
      isIconOnly
      items={[
        { id: 'resend', label: 'Send again', refusal, onAction: onResend },
        { id: 'withdraw', label: 'Withdraw', isDanger: true, refusal, onAction: onWithdraw },
      ]}
    />
  );
}

function WithdrawDialog({ invitation, onClose }: { invitation: InvitationItem; onClose(): void }) {
  const { role } = useSession();
  const withdraw = useChange('deleteInvitation', {
    onSuccess: () => {
      notify(`Invitation of ${invitation.email} withdrawn.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      isOpen
      onClose={onClose}
      lost={`Links that ${invitation.email} already received stop working.`}
      confirmLabel="Withdraw"
      onConfirm={() => withdraw.mutate({ id: invitation.id })}
      isBusy={withdraw.isPending}
      refusal={inviteRefusal(role, invitation.role)}
      failure={withdraw.error && <FailureNote failure={withdraw.error} />}
    />
  );
}
