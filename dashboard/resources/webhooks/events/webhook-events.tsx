// The events of one webhook: a list inside its record, with filters and pages of its own in the URL.
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useMemo, useState } from 'react';
import type { Webhook, WebhookEventItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListParts, ListTop } from '../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { EVENT_OPTIONS } from '../event-types.ts';
import { WEBHOOK_EVENTS } from '../list.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { DELIVERY_WORDS } from './delivery-words.ts';
import { ReplayEvents } from './replay-events.tsx';

const columnsOf = (webhook: Webhook): readonly Column<WebhookEventItem>[] => [
  { id: 'type', header: 'Event', render: ({ type }) => <code>{type}</code> },
  { id: 'recipient', header: 'Recipient', width: '28%', render: ({ recipient }) => recipient },
  {
    id: 'status',
    header: 'Delivery',
    width: '220px',
    render: (event) => <DeliveryStatus event={event} webhook={webhook} />,
  },
  {
    id: 'time',
    header: 'Time',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Delivery',
    options: Object.entries(DELIVERY_WORDS).map(([id, label]) => ({ id, label })),
  },
  { kind: 'choice', name: 'type', label: 'Event', options: EVENT_OPTIONS },
];

/** The tab. */
export function WebhookEvents({ webhook }: { webhook: Webhook }) {
  const { list, top } = usePlacedList(WEBHOOK_EVENTS, { id: webhook.id });
  const [isReplaying, setReplaying] = useState(false);
  // Rows are drawn again only when what they say of the webhook has changed.
  const columns = useMemo(() => columnsOf(webhook), [webhook]);
  const role = useRefusal('replayWebhook');
  const refusal = role ?? (webhook.status === 'disabled' ? 'Enable the webhook first.' : undefined);
  return (
    <Section
      title="Events"
      level={3}
      actions={
        <>
          <CopyAs operation="listWebhookEvents" input={list.input} label="Copy events as" />
          <Button icon={RotateCcw} refusal={refusal} onPress={() => setReplaying(true)}>
            Replay events
          </Button>
        </>
      }
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Events of the webhook"
          columns={columns}
          filters={FILTERS}
          list={list}
          hrefOf={(event) => `/webhooks/${webhook.id}/events/${event.id}`}
          empty={<NoEvents />}
        />
      </div>
      <ReplayEvents of={webhook.id} isOpen={isReplaying} onClose={() => setReplaying(false)} />
    </Section>
  );
}

function NoEvents() {
  return (
    <EmptyState title="No events yet">
      Events that this webhook subscribes to appear here as they occur. Send an email to see the first one.
    </EmptyState>
  );
}
