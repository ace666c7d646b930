// "Did you mean user.signed_up?": an event that has started nothing, and whose name is nearly a trigger of the account.
import { findNearMiss } from '../../../../api/near-misses/near-miss.ts';
import type { ReceivedEvent } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Code } from '../../../design/text/code.tsx';

const NO_OTHERS: ReadonlySet<string> = new Set();

/** The question; nothing where no trigger is near. */
export function NearTrigger({ event: { event: name } }: { event: ReceivedEvent }) {
  const { data } = useCall('listAutomations', { query: { limit: 100 } });
  const triggers = data?.data.map(({ trigger }) => trigger) ?? [];
  const near = triggers.includes(name) ? undefined : findNearMiss(name, triggers, NO_OTHERS);
  if (near === undefined) return null;
  return (
    <Notice kind="warn">
      Did you mean <Code>{near}</Code>? An automation waits for that name, none for <Code>{name}</Code>.
    </Notice>
  );
}
