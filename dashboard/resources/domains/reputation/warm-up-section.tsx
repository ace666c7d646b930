// The warm-up of a domain: how far it has come, and its switch. It begins at once; to end it asks first, because it would begin
// at the first step again.
import { useState } from 'react';
import { WARM_UP_CAPACITIES } from '../../../../shared/contract/reputation/values.ts';
import type { Domain, DomainReputation } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Meter } from '../../../design/data/meter.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Switch } from '../../../design/fields/switch.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { amountText } from '../../../format/amount-text.ts';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { useDomainChange } from '../settings/use-domain-change.ts';
import { warmUpWords } from './reputation-words.ts';

interface WarmUpSectionProps {
  domain: Domain;
  warmUp: DomainReputation['warm_up'];
}

const FIRST = amountText(WARM_UP_CAPACITIES[0]);
const LAST = amountText(WARM_UP_CAPACITIES.at(-1) ?? 0);
const HINT =
  `For a domain that mailbox providers do not know yet. It can send to ${FIRST} recipients on the first day, then more each day, ` +
  `up to ${LAST}. Mail over the limit is refused until 00:00 UTC.`;

/** The section. */
export function WarmUpSection({ domain: { id, warm_up }, warmUp }: WarmUpSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal('updateDomain');
  const change = useDomainChange();
  // The domain changes with the answer of the switch, the reputation when it has been read again.
  const shown = warm_up && (warmUp ?? warm_up);
  const begin = async () => {
    await change.mutateAsync({ id, body: { warm_up: true } });
    notify('Warm-up started.', { undo: () => change.mutate({ id, body: { warm_up: false } }) });
  };
  return (
    <Section title="Warm-up" level={3}>
      <Stack gap={4}>
        <Switch
          label="Warm up this domain"
          hint={HINT}
          refusal={refusal}
          isSelected={warm_up !== null}
          onChange={(next) => {
            if (!next) setAsking(true);
            // A failure is shown below.
            else if (!change.isPending) void begin().catch(() => {});
          }}
        />
        {change.error && <FailureNote failure={change.error} />}
        {shown && (
          <Meter
            label="Used today"
            used={shown.used}
            limit={shown.capacity}
            unit="recipients"
            note={warmUpWords(shown, new Date())}
          />
        )}
      </Stack>
      <EndWarmUp id={id} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Section>
  );
}

function EndWarmUp({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose(): void }) {
  const change = useDomainChange(() => {
    onClose();
    notify('Warm-up ended.');
  });
  return (
    <ConfirmChange
      operation="updateDomain"
      input={{ id, body: { warm_up: false } }}
      change={change}
      title="End this warm-up?"
      isOpen={isOpen}
      onClose={onClose}
      lost={`The domain can then send without a daily limit. A new warm-up starts again at ${FIRST} recipients a day.`}
      confirmLabel="End warm-up"
    />
  );
}
