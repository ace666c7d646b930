// The DKIM key of a domain, and its rotation in three steps.
import { useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import type { Domain } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { readOf, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Steps } from '../../../design/data/steps.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { useClock } from '../../../format/clock.ts';
import { type RotationStep, rotationOf } from './rotation-words.ts';

/** The section. */
export function RotationSection({ domain }: { domain: Domain }) {
  useClock();
  const client = useQueryClient();
  const rotation = rotationOf(domain.records, new Date());
  const role = useRefusal('rotateDomainDkim');
  const rotate = useChange('rotateDomainDkim', {
    onSuccess: (changed) => client.setQueryData(readOf('getDomain', { id: changed.id }).queryKey, changed),
  });
  const isPending = rotation.steps[0]?.isDone === false;
  return (
    <Section
      title="DKIM key"
      description={rotation.text}
      level={3}
      actions={<CopyAs operation="rotateDomainDkim" input={{ id: domain.id }} />}
    >
      <Stack gap={3}>
        {rotation.steps.length > 0 && (
          <Steps steps={rotation.steps.map((step) => ({ ...step, children: <StepWords step={step} /> }))} />
        )}
        {(!isPending || rotation.isGivenUp) && (
          <div>
            <Button
              icon={KeyRound}
              isBusy={rotate.isPending}
              refusal={role ?? rotation.refusal}
              onPress={() => rotate.mutate({ id: domain.id })}
            >
              {rotation.isGivenUp ? 'Check for the record again' : 'Create new key'}
            </Button>
          </div>
        )}
        {rotate.error && <FailureNote failure={rotate.error} />}
      </Stack>
    </Section>
  );
}

function StepWords({ step: { text, record } }: { step: RotationStep }) {
  return (
    <Stack gap={3}>
      <p>{text}</p>
      {record && (
        <Facts
          facts={[
            ['Type', 'TXT'],
            ['Name', <Copyable key="name" text={record.name} label="the name of the record" isMono />],
            ['Value', <Copyable key="value" text={record.value} label="the value of the record" isMono />],
          ]}
        />
      )}
    </Stack>
  );
}
