// All events to which a webhook can subscribe: when each occurs, a payload of it, and its fields. The payloads are those
// that tests post, so what is read here is what arrives.
import { useState } from 'react';
import { DESCRIBED_EVENTS, SAMPLE_PAYLOADS } from '../../../api/generated/sample-payloads.ts';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Json } from '../../../design/text/json.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import type { EventType } from '../event-types.ts';
import css from './event-types.module.css';
import { type EventGroup, GROUPED_EVENTS } from './grouped-events.ts';

interface EventTypesDialogProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EventTypesDialog({ isOpen, onClose }: EventTypesDialogProps) {
  return (
    <Dialog title="Event types" isOpen={isOpen} onClose={onClose} width="wide">
      <Stack gap={5}>
        <p className={css['intro']}>
          Events that a webhook can subscribe to. Each request contains one event. Open an event to see an
          example and its fields.
        </p>
        {GROUPED_EVENTS.map((group) => (
          <Group key={group.pattern} group={group} />
        ))}
      </Stack>
    </Dialog>
  );
}

function Group({ group: { title, pattern, types } }: { group: EventGroup }) {
  return (
    <Section title={title} level={3} actions={<Code>{pattern}</Code>}>
      <ul className={css['types']}>
        {types.map((type) => (
          <EventTypeItem key={type} type={type} />
        ))}
      </ul>
    </Section>
  );
}

function EventTypeItem({ type }: { type: EventType }) {
  const [isOpen, setOpen] = useState(false);
  const { summary, fields } = DESCRIBED_EVENTS[type];
  return (
    <li>
      <details className={css['type']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={css['summary']}>
          <code className={css['name']}>{type}</code>
          <span className={css['meaning']}>{summary}.</span>
        </summary>
        {/* Most are never opened, and each line of JSON costs. */}
        {isOpen && (
          <Stack gap={4}>
            <Json value={SAMPLE_PAYLOADS[type]} label={`Example of ${type}`} />
            <Facts
              facts={Object.entries(fields).map(([name, text]) => [
                name,
                <TextWithCode key={name} text={text} />,
              ])}
            />
          </Stack>
        )}
      </details>
    </li>
  );
}
