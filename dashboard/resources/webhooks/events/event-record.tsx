// An event of a webhook: its payload, each attempt to deliver it, and the way to post it again.
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { WebhookEvent } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Json } from '../../../design/text/json.tsx';
import { Time } from '../../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { EventSubject } from './event-subject.tsx';
import { signedCurl } from './signed-curl.ts';

interface EventIds {
  webhookId: string;
  eventId: string;
}

/** The record. */
export function EventRecord({ webhookId, eventId }: EventIds) {
  const read = useCall('getWebhookEvent', { id: webhookId, eventId }, { isLive: true });
  const { data: webhook } = useCall('getWebhook', { id: webhookId }, { isLive: true });
  const isDisabled = webhook?.status === 'disabled';
  const replay = useChange('replayWebhookEvent', {
    onSuccess: () => notify('Event queued for delivery again.'),
  });
  const listPath = `/webhooks/${webhookId}/events`;
  return (
    <RecordState read={read} listPath={listPath} what="event">
      {(event) => (
        <RecordPane
          title={event.type}
          mark={<DeliveryStatus event={event} webhook={webhook} />}
          listPath={listPath}
          actions={
            <>
              <CopyAs operation="getWebhookEvent" input={{ id: webhookId, eventId }} />
              <Replay
                isDisabled={isDisabled}
                isBusy={replay.isPending}
                onReplay={() => replay.mutate({ id: webhookId, eventId })}
              />
            </>
          }
        >
          {replay.error && <FailureNote title="The event was not posted again" failure={replay.error} />}
          <EventFacts event={event} />
          <Attempts webhookId={webhookId} eventId={eventId} />
          <Section
            title="Payload"
            level={3}
            description="The request body. Line breaks are added here for reading."
          >
            <Json value={event.payload} label="Payload" />
          </Section>
          {webhook && (
            <Section
              title="From a terminal"
              level={3}
              description="Posts this event from your machine. The command signs it with the secret in $POSTHORN_WEBHOOK_SECRET, which this page cannot see."
            >
              <CodeBlock
                code={signedCurl({
                  id: event.id,
                  endpointUrl: webhook.endpoint_url,
                  payload: event.payload,
                })}
                label="As curl with its signature"
              />
            </Section>
          )}
        </RecordPane>
      )}
    </RecordState>
  );
}

interface ReplayProps {
  isDisabled: boolean;
  isBusy: boolean;
  onReplay(): void;
}

function Replay({ isDisabled, isBusy, onReplay }: ReplayProps) {
  const role = useRefusal('replayWebhookEvent');
  const refusal = role ?? (isDisabled ? 'Enable the webhook first.' : undefined);
  return (
    <Button icon={RotateCcw} refusal={refusal} isBusy={isBusy} onPress={onReplay}>
      Replay
    </Button>
  );
}

function EventFacts({ event }: { event: WebhookEvent }) {
  return (
    <Facts
      facts={[
        ['Occurred', <Time key="time" at={event.created_at} />],
        ['Next attempt', <NextAttempt key="next" at={event.next_attempt_at} />],
        ['Recipient', <Recipient key="recipient" address={event.recipient} />],
        ['About', <EventSubject key="about" payload={event.payload} />],
        ['Id', <Copyable key="id" text={event.id} label="the id of the event" isMono />],
      ]}
    />
  );
}

function Recipient({ address }: { address: string | null }) {
  return address === null ? '–' : <Copyable text={address} label="the recipient" />;
}

/** A due event waits for its turn, or for the end of a pause of its endpoint. */
function NextAttempt({ at }: { at: string | null }) {
  const isDue = at !== null && new Date(at) <= new Date();
  return (
    <>
      {isDue && 'Due since '}
      <Time at={at} empty="None" />
    </>
  );
}
