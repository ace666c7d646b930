// Posts a sample event to the endpoint of a webhook and shows what came back, verbatim.
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import type { Webhook } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { EVENT_OPTIONS, type EventType } from '../event-types.ts';
import { afterTestWords } from '../recover/recover-words.ts';
import { TestOutcome } from './test-outcome.tsx';
import css from './test-webhook.module.css';

/** The section. */
export function TestWebhook({ webhook }: { webhook: Webhook }) {
  const [type, setType] = useState<EventType>('email.delivered');
  const test = useChange('testWebhook');
  const refusal = useRefusal('testWebhook');
  return (
    <Section
      title="Send a test event"
      description="Posthorn posts one sample event, signed like a real one. The test is not listed and does not count as a failure."
      level={3}
    >
      <div className={css['line']}>
        <div className={css['type']}>
          <Select
            label="Event type"
            isLabelHidden
            value={type}
            onChange={(id) => setType(id as EventType)}
            options={EVENT_OPTIONS}
          />
        </div>
        <Button
          icon={Send}
          refusal={refusal}
          isBusy={test.isPending}
          onPress={() => test.mutate({ id: webhook.id, body: { type } })}
        >
          Send test event
        </Button>
      </div>
      {test.error && <FailureNote failure={test.error} />}
      {test.data && <TestOutcome test={test.data} next={afterTestWords(webhook)} />}
    </Section>
  );
}
