// The people of the account, and those who were invited.
import UserPlus from 'lucide-react/icons/user-plus';
import { useSession } from '../../api/session.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import type { ListSpec } from '../../lists/state/list-spec.ts';
import { useList } from '../../lists/state/use-list.ts';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { InvitationsList } from './invitations-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersList } from './members-list.tsx';
import { inviteRefusal } from './roles.ts';

const MEMBERS = { operation: 'listMembers', filters: [], prefix: 'members_' } as const satisfies ListSpec;
const INVITATIONS = {
  operation: 'listInvitations',
  filters: [],
  prefix: 'invitations_',
} as const satisfies ListSpec;

/** The section of the settings. */
export function MembersSection() {
  const { role } = useSession();
  const members = useList(MEMBERS, { isHeld: false });
  const invitations = useList(INVITATIONS, { isHeld: false });
  const [invite, setInvite] = useDialogParameter('invite');
  return (
    <Stack gap={6}>
      <Section
        title="Members"
        description="The people who can sign in to this account, and what they can do."
        actions={
          <>
            <CopyAs operation="listMembers" input={members.input} label="Copy members as" />
            <Button
              variant="filled"
              icon={UserPlus}
              refusal={inviteRefusal(role, 'viewer')}
              onPress={() => setInvite('yes')}
            >
              Invite
            </Button>
          </>
        }
      >
        <MembersList list={members} />
      </Section>
      <Section
        title="Invitations"
        description="Each link works once and expires after 7 days."
        actions={<CopyAs operation="listInvitations" input={invitations.input} label="Copy invitations as" />}
      >
        <InvitationsList list={invitations} members={members.rows ?? []} />
      </Section>
      <InviteDialog isOpen={invite === 'yes'} onClose={() => setInvite(undefined)} />
    </Stack>
  );
}
