// What the page of campaigns shows while there are none. Without a contact no campaign can be sent, so the import comes first.
import Megaphone from 'lucide-react/icons/megaphone';
import { useLocation } from 'wouter';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { withInstall } from '../../../copy-as/with-install.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { IMPORTS_PATH, NEW_IMPORT } from '../../imports/list.ts';

const ONE = { query: { limit: 1 } };
const SNIPPET = withInstall(
  `posthorn campaigns create --name News --segment-id <id> --subject 'What’s new' --html '<p>Hello {{{contact.first_name|friend}}}</p>'`,
);

/** The empty state. */
export function NoCampaigns({ onCreate }: { onCreate(): void }) {
  const [, navigate] = useLocation();
  const { data: contacts } = useCall('listContacts', ONE);
  const refusal = { load: useRefusal('createContactImport'), create: useRefusal('createCampaign') };
  const hasNoContacts = contacts?.data.length === 0;
  return (
    <EmptyState
      icon={Megaphone}
      title="Create your first campaign"
      level={2}
      action={
        <Stack direction="row" gap={2} justify="center" wrap>
          {hasNoContacts && (
            <Button refusal={refusal.load} onPress={() => navigate(`${IMPORTS_PATH}/${NEW_IMPORT}`)}>
              Import contacts first
            </Button>
          )}
          <Button variant={hasNoContacts ? 'quiet' : 'plain'} refusal={refusal.create} onPress={onCreate}>
            New campaign
          </Button>
        </Stack>
      }
      snippet={{ code: SNIPPET, label: 'Create a campaign from a shell' }}
    >
      A campaign stays a draft until you send it. Before you send, you see who gets it, who does not and why,
      and any problems to fix.
    </EmptyState>
  );
}
