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
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { amountText } from '../../../format/amount-text.ts';
import { useDomainChange } from '../settings/use-domain-change.ts';
import { warmUpWords } from './reputation-words.ts';

interface WarmUpSectionProps {
  domain: Domain;
  warmUp: DomainReputation['warm_up'];
}

const FIRST = amountText(WARM_UP_CAPACITIES[0]);
const LAST = amountText(WARM_UP_CAPACITIES.at(-1) ?? 0);

/** The section. */
export function WarmUpSection({ domain: { id, warm_up }, warmUp }: WarmUpSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal('updateDomain');
  const change = useDomainChange();
  // The domain changes with the answer of the switch, the reputation when it has been read again.
  const isOn = warm_up !== null;
  const shown = isOn ? (warmUp ?? warm_up) : null;
  const begin = () =>
    change.mutate(
      { id, body: { warm_up: true } },
      {
        onSuccess: () =>
          notify('The domain warms up.', { undo: () => change.mutate({ id, body: { warm_up: false } }) }),
      },
    );
  const end = () =>
    change.mutate(
      { id, body: { warm_up: false } },
      {
        onSuccess: () => {
          setAsking(false);
          notify('The warm-up has ended.');
        },
      },
    );
  return (
    <Section title="Warm-up" level={3}>
      <Stack gap={4}>
        <Switch
          label="Warm this domain up"
          hint={`For a domain that providers do not know yet: up to ${FIRST} recipients on the first day, then more from day to day, up to ${LAST}. Mail beyond that is refused until 00:00 UTC.`}
          refusal={refusal}
          isSelected={isOn}
          onChange={(next) => {
            if (change.isPending) return;
            if (next) begin();
            else setAsking(true);
          }}
        />
        {change.error && !isAsking && <FailureNote failure={change.error} />}
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
      <ConfirmDialog
        title="End the warm-up?"
        isOpen={isAsking}
        onClose={() => {
          change.reset();
          setAsking(false);
        }}
        lost={`The domain may send without a limit then. A new warm-up begins at ${FIRST} recipients a day again.`}
        confirmLabel="End the warm-up"
        onConfirm={end}
        isBusy={change.isPending}
        refusal={refusal}
        failure={change.error && <FailureNote failure={change.error} />}
      />
    </Section>
  );
}
