// A send with the template, as text to run elsewhere: to oneself, with a value for each variable.
import type { Template } from '../../../api/generated/types.ts';
import { useSession } from '../../../api/session.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { useSendingDomain } from '../../emails/compose/use-sending-domain.ts';
import { sampleVariables } from '../sample-values.ts';

const ANY_DOMAIN = 'your-domain.com';

/** The menu. */
export function CopySend({ template }: { template: Template }) {
  const { person } = useSession();
  const { domain } = useSendingDomain();
  const { id, alias, from, subject } = template;
  const body = {
    ...(from === null && { from: `hello@${domain ?? ANY_DOMAIN}` }),
    to: [person.email],
    ...(subject === null && { subject: 'Hello' }),
    template: { id: alias ?? id, variables: sampleVariables(template) },
  };
  return <CopyAs operation="sendEmail" input={{ body }} label="Copy a send as" />;
}
