// What the page of automations shows while there are none.
import Workflow from 'lucide-react/icons/workflow';
import { useRefusal } from '../../../api/session.ts';
import { withInstall } from '../../../copy-as/with-install.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';

const SNIPPET = withInstall('posthorn automations create --name Welcome --trigger user.signed_up');

/** The empty state. */
export function NoAutomations({ onCreate }: { onCreate(): void }) {
  return (
    <EmptyState
      icon={Workflow}
      title="Create your first automation"
      level={2}
      action={
        <Button refusal={useRefusal('createAutomation')} onPress={onCreate}>
          New automation
        </Button>
      }
      snippet={{ code: SNIPPET, label: 'Create an automation from a shell' }}
    >
      For example: a person signs up, gets an email, and 3 days later gets another one if they have not
      started yet. An automation is off until you turn it on.
    </EmptyState>
  );
}
