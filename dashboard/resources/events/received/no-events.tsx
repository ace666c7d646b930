// The list of events of an account to which none came: what an event is, the way to send one here, and one from a terminal.
import Radio from 'lucide-react/icons/radio';
import { API_URL } from '../../../api/base.ts';
import { copiedCurl } from '../../../api/copy-as.ts';
import { useRefusal, useSession } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { useFirstDomain } from '../send/use-first-domain.ts';

/** The empty list. */
export function NoEvents({ onSend }: { onSend(): void }) {
  const { person } = useSession();
  const domain = useFirstDomain().domain?.name ?? 'your-domain.com';
  const body = { event: 'order.paid', domain, email: person.email, payload: { order: 1042, total: 59.9 } };
  const curl = copiedCurl(API_URL, 'sendEvent', { body });
  return (
    <EmptyState
      icon={Radio}
      title="No events yet"
      level={2}
      action={
        <Button refusal={useRefusal('sendEvent')} onPress={onSend}>
          Send event
        </Button>
      }
      snippet={{ code: curl, label: 'Send a first event with curl' }}
    >
      An event is something that a contact does, such as order.paid. Your program sends it with an address and
      a payload. It appears here and starts the automations of the domain that it triggers.
    </EmptyState>
  );
}
