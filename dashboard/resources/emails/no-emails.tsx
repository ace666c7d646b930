// The list of emails of an account that has sent none: what this is, the way to send one here, and one from a terminal.
import Mail from 'lucide-react/icons/mail';
import { API_URL } from '../../api/base.ts';
import { copiedCurl } from '../../api/copy-as.ts';
import { useRefusal, useSession } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { findSendingDomain } from '../domains/sending-domain.ts';

/** The empty list. */
export function NoEmails({ onCompose }: { onCompose(): void }) {
  const { person } = useSession();
  const domains = useCall('listDomains', {});
  const domain = findSendingDomain(domains.data?.data ?? []) ?? 'your-domain.com';
  const body = {
    from: `hello@${domain}`,
    to: [person.email],
    subject: 'Hello from Posthorn',
    text: 'It works.',
  };
  const curl = copiedCurl(API_URL, 'sendEmail', { body });
  return (
    <EmptyState
      icon={Mail}
      title="No emails yet"
      level={2}
      action={
        <Button refusal={useRefusal('sendEmail')} onPress={onCompose}>
          Send an email
        </Button>
      }
      snippet={{ code: curl, label: 'Send an email with curl' }}
    >
      Every email that this account sends appears here, with each recipient and the reply of its mail server.
    </EmptyState>
  );
}
