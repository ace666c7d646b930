// What the page of contacts shows while there are none: most people have a list already, so the import comes first.
import Contact from 'lucide-react/icons/contact';
import { useLocation } from 'wouter';
import { useRefusal } from '../../../api/session.ts';
import { withInstall } from '../../../copy-as/with-install.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { IMPORTS_PATH, NEW_IMPORT } from '../../imports/list.ts';

const SNIPPET = withInstall('posthorn contacts import --file contacts.csv --wait');

/** The empty state. */
export function NoContacts({ onCreate }: { onCreate(): void }) {
  const [, navigate] = useLocation();
  const refusal = { load: useRefusal('createContactImport'), create: useRefusal('createContact') };
  return (
    <EmptyState
      icon={Contact}
      title="No contacts yet"
      level={2}
      action={
        <Stack direction="row" gap={2} justify="center" wrap>
          <Button refusal={refusal.load} onPress={() => navigate(`${IMPORTS_PATH}/${NEW_IMPORT}`)}>
            Import a CSV
          </Button>
          <Button variant="quiet" refusal={refusal.create} onPress={onCreate}>
            Add a contact
          </Button>
        </Stack>
      }
      snippet={{ code: SNIPPET, label: 'Import contacts from a shell' }}
    >
      Import your list to get started. One address per row is enough. Other columns can become contact
      properties.
    </EmptyState>
  );
}
