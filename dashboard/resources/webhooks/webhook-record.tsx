// A webhook: its state and its acts, and the events that were posted to it, each under a tab with a path of its own.
import { useLocation, useSearch } from 'wouter';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Tabs } from '../../design/controls/tabs.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { EventRecord } from './events/event-record.tsx';
import { WebhookEvents } from './events/webhook-events.tsx';
import { WEBHOOK_EVENTS } from './list.ts';
import { WebhookOverview } from './webhook-overview.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import css from './webhooks.module.css';

const LIST_PATH = '/webhooks';
const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'events', label: 'Events' },
];

interface WebhookRecordProps {
  id: string;
  tab: 'overview' | 'events';
  /** The event that is open in its place. */
  eventId: string | undefined;
}

/** The record, or the record of one of its events: both show answers of the endpoint, so they are one module. */
export function WebhookRecord({ id, tab, eventId }: WebhookRecordProps) {
  return eventId === undefined ? (
    <Record id={id} tab={tab} />
  ) : (
    <EventRecord webhookId={id} eventId={eventId} />
  );
}

function Record({ id, tab }: Omit<WebhookRecordProps, 'eventId'>) {
  const read = useCall('getWebhook', { id }, { isLive: true });
  const [, navigate] = useLocation();
  const search = useSearch();
  const select = (chosen: string) => {
    const path = chosen === 'events' ? `${LIST_PATH}/${id}/events` : `${LIST_PATH}/${id}`;
    const others = withoutEvents(search);
    navigate(others ? `${path}?${others}` : path);
  };
  if (read.data && read.error?.status === 404) return <Deleted url={read.data.endpoint_url} />;
  return (
    <RecordState read={read} listPath={LIST_PATH} what="webhook">
      {(webhook) => (
        <RecordPane
          title={<span className={css['title']}>{webhook.endpoint_url}</span>}
          mark={<WebhookStatus webhook={webhook} isBrief />}
          listPath={LIST_PATH}
          actions={<CopyAs operation="getWebhook" input={{ id }} />}
        >
          <Tabs label="Webhook" tabs={TABS} selected={tab} onSelect={select}>
            {tab === 'events' ? <WebhookEvents webhook={webhook} /> : <WebhookOverview webhook={webhook} />}
          </Tabs>
        </RecordPane>
      )}
    </RecordState>
  );
}

/** The webhook existed a moment ago: a colleague or a program has deleted it. */
function Deleted({ url }: { url: string }) {
  return (
    <RecordPane title={<span className={css['title']}>{url}</span>} listPath={LIST_PATH}>
      <EmptyState title="This webhook was deleted">
        It was deleted a moment ago, together with its events. Posthorn no longer posts to it.
      </EmptyState>
    </RecordPane>
  );
}

/** Filters and page of the events belong to one webhook only: its tab begins at the newest. */
function withoutEvents(search: string): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !name.startsWith(WEBHOOK_EVENTS.prefix));
  return new URLSearchParams(others).toString();
}
