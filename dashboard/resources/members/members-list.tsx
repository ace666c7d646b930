// The members: their role, and what may be done with them.
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import type { MemberItem } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { MenuButton } from '../../design/controls/menu.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListRows } from '../../lists/list-rows.tsx';
import type { Column } from '../../lists/rows.tsx';
import type { ListState } from '../../lists/state/use-list.ts';
import { type MemberAct, MemberDialog } from './member-dialog.tsx';
import css from './members.module.css';
import { changeRefusal, isLastOwner, ROLES, roleLabel } from './roles.ts';

/** The list. */
export function MembersList({ list }: { list: ListState<'listMembers'> }) {
  const { person } = useSession();
  const [act, setAct] = useState<MemberAct>();
  const change = useChange('updateMember', {
    onSuccess: ({ email, role }) => notify(`${email} is ${roleLabel(role).toLowerCase()} now.`),
  });
  // One page among several does not show who the other owners are.
  const all = list.toNewer || list.toOlder ? undefined : list.rows;
  const columns: readonly Column<MemberItem>[] = [
    ...COLUMNS,
    {
      id: 'actions',
      header: 'Actions',
      width: '72px',
      kind: 'action',
      render: (member) => (
        <MemberMenu
          member={member}
          isLast={isLastOwner(member, all)}
          onRole={(role) => {
            // A person who gives up their own rights cannot restore them.
            if (member.person_id === person.id) setAct({ kind: 'role', member, role });
            else if (!change.isPending) change.mutate({ id: member.id, body: { role } });
          }}
          onRemove={() => setAct({ kind: 'remove', member })}
        />
      ),
    },
  ];
  return (
    <>
      {change.error && <FailureNote title="The role was not changed" failure={change.error} />}
      <ListRows label="Members" columns={columns} list={list} />
      <MemberDialog act={act} onClose={() => setAct(undefined)} />
    </>
  );
}

const COLUMNS: readonly Column<MemberItem>[] = [
  { id: 'name', header: 'Name', render: (member) => <Name member={member} /> },
  {
    id: 'email',
    header: 'Address',
    render: ({ email }) => <Copyable text={email} label="the address" isClamped />,
  },
  { id: 'role', header: 'Role', width: '90px', render: ({ role }) => roleLabel(role) },
  {
    id: 'second_factor',
    header: 'Two-factor',
    width: '116px',
    render: ({ second_factor }) => (
      <>
        <span className={css['onCard']}>two-factor </span>
        <Status status={second_factor ? 'enabled' : 'disabled'} label={second_factor ? 'on' : 'off'} />
      </>
    ),
  },
  {
    id: 'joined',
    header: 'Joined',
    width: '100px',
    render: ({ created_at }) => (
      <>
        <span className={css['onCard']}>joined </span>
        <Time at={created_at} isInRow />
      </>
    ),
  },
];

function Name({ member }: { member: MemberItem }) {
  const { person } = useSession();
  const name = member.name || member.email;
  return member.person_id === person.id ? `${name} (you)` : name;
}

interface MemberMenuProps {
  member: MemberItem;
  isLast: boolean;
  onRole(role: MemberItem['role']): void;
  onRemove(): void;
}

function MemberMenu({ member, isLast, onRole, onRemove }: MemberMenuProps) {
  const { role: actor, person } = useSession();
  const change = { actor, target: member.role, isLastOwner: isLast };
  const isSelf = member.person_id === person.id;
  const roles = ROLES.filter(({ id }) => id !== member.role);
  return (
    <MenuButton
      label={`Actions for ${member.email}`}
      icon={Ellipsis}
      isIconOnly
      items={[
        ...roles.map(({ id, label }) => ({
          id,
          label: `Make ${label.toLowerCase()}`,
          refusal: changeRefusal(change, id),
          onAction: () => onRole(id),
        })),
        {
          id: 'remove',
          label: isSelf ? 'Leave account' : 'Remove',
          isDanger: true,
          refusal: changeRefusal(change),
          onAction: onRemove,
        },
      ]}
    />
  );
}
