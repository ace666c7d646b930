// A received event: what it has done in each automation that begins with it, whose runs are one press away, and its
// payload. The open run takes the place of the event.
import { Link } from 'wouter';
import type { ReceivedEvent } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Json } from '../../../design/text/json.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { RunRecord } from '../../automations/run/run-record.tsx';
import { RECEIVED_PATH } from '../list.ts';
import { NearTrigger } from './near-trigger.tsx';
import { outcomeSentences } from './outcome-sentences.ts';
import { outcomeBadge } from './outcome-words.ts';
import { Outcomes } from './outcomes.tsx';
import css from './received.module.css';

interface ReceivedRecordProps {
  id: string;
  runId: string | undefined;
}

/** The record. */
export function ReceivedRecord({ id, runId }: ReceivedRecordProps) {
  const read = useCall('getReceivedEvent', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={RECEIVED_PATH} what="event">
      {(event) =>
        runId === undefined ? <EventPane event={event} /> : <RunOfEvent event={event} runId={runId} />
      }
    </RecordState>
  );
}

function RunOfEvent({ event, runId }: { event: ReceivedEvent; runId: string }) {
  const listPath = `${RECEIVED_PATH}/${event.id}`;
  const outcome = event.automations.find(({ run_id }) => run_id === runId);
  if (!outcome)
    return (
      <RecordPane title="Run not found" listPath={listPath}>
        <EmptyState title="This run is not here">This event did not start that run.</EmptyState>
      </RecordPane>
    );
  return (
    <RunRecord
      automationId={outcome.automation_id}
      runId={runId}
      listPath={listPath}
      contact={<ContactOfEvent event={event} />}
    />
  );
}

function EventPane({ event }: { event: ReceivedEvent }) {
  return (
    <RecordPane
      title={<span className={css['name']}>{event.event}</span>}
      mark={<Status {...outcomeBadge(event)} />}
      listPath={RECEIVED_PATH}
      actions={<CopyAs operation="getReceivedEvent" input={{ id: event.id }} />}
    >
      <Section title="Result" level={3} description={outcomeSentences(event).join(' ')}>
        {event.automations.length > 0 ? <Outcomes event={event} /> : <NearTrigger event={event} />}
      </Section>
      <Facts
        facts={[
          ['Contact', <ContactOfEvent key="contact" event={event} />],
          ['Domain', event.domain ?? 'It was deleted'],
          ['Received', <Time key="time" at={event.created_at} isExact />],
          ['Id', <Copyable key="id" text={event.id} label="the id of the event" isMono />],
        ]}
      />
      <Section
        title="Payload"
        level={3}
        description={event.payload === null ? noPayloadWords(event) : undefined}
      >
        {event.payload !== null && <Json value={event.payload} label="Payload" />}
      </Section>
    </RecordPane>
  );
}

/** An erased person's data is removed from the events. */
function noPayloadWords({ contact }: ReceivedEvent): string {
  if (contact !== null) return 'The event has no payload.';
  return 'No payload: the event had none, or it was erased with the person.';
}

function ContactOfEvent({ event: { contact } }: { event: ReceivedEvent }) {
  if (contact === null) return 'It was deleted';
  return (
    <span className={css['contact']}>
      <Copyable text={contact.email} label="the address" />
      <Link href={`${RECEIVED_PATH}?contact_id=${contact.id}`}>Its events</Link>
    </span>
  );
}
