// "Did you mean user.signed_up?": an event that has started nothing, and whose name is nearly a trigger of the account; and a
// trigger of which no event came, but events with nearly its name.
import { findNearMiss } from '../../../../api/near-misses/near-miss.ts';
import { SERVICE_EVENTS } from '../../../../shared/contract/events/values.ts';
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
      Did you mean <Code>{near}</Code>? An automation starts with that event, but none starts with{' '}
      <Code>{name}</Code>.
    </Notice>
  );
}

/** The question the other way round: each near name of the latest events, and of those that the service sends. */
export function NearEvents({ trigger }: { trigger: string }) {
  const { data } = useCall('listReceivedEvents', { query: { limit: 100 } });
  const names = new Set([...(data?.data ?? []).map(({ event }) => event), ...SERVICE_EVENTS]);
  const near = [...names].filter(
    (name) => name !== trigger && findNearMiss(name, [trigger], NO_OTHERS) !== undefined,
  );
  if (near.length === 0) return null;
  return (
    <Notice kind="warn">
      Did you mean{' '}
      {near.map((name, place) => (
        <span key={name}>
          {place > 0 && ' or '}
          <Code>{name}</Code>
        </span>
      ))}
      ? Events with that name arrive, but none named <Code>{trigger}</Code>.
    </Notice>
  );
}
