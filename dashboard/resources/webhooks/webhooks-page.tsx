// The webhooks of the account: where events are posted, which, and whether the service still posts them.

import ListTree from 'lucide-react/icons/list-tree';
import Plus from 'lucide-react/icons/plus';
import WebhookIcon from 'lucide-react/icons/webhook';
import { useParams } from 'wouter';
import type { WebhookItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { isPublicName } from '../domains/records/public-name.ts';
import { HourBars } from './hour-bars.tsx';
import { WEBHOOKS } from './list.ts';
import { WebhookStatus } from './webhook-status.tsx';
import css from './webhooks.module.css';

const WebhookRecord = loadedLater(() => import('./webhook-record.tsx').then((it) => it.WebhookRecord));
const EventTypesDialog = loadedDialog(() =>
  import('./event-types/event-types-dialog.tsx').then((it) => it.EventTypesDialog),
);
const CreateWebhook = loadedDialog(() => import('./webhook-dialogs.tsx').then((it) => it.CreateWebhook));

/** Only for a server on the person's machine: one in production refuses the address of `listen`, which is not public. */
const LISTEN = {
  code: withInstall('posthorn webhooks listen --forward-to http://localhost:8080/hooks'),
  label: 'Receive events on this machine without a webhook',
};

/** The most events that are named in a row. */
const NAMED = 2;

const COLUMNS: readonly Column<WebhookItem>[] = [
  {
    id: 'endpoint',
    header: 'Endpoint',
    render: ({ endpoint_url }) => <code className={css['endpoint']}>{endpoint_url}</code>,
  },
  {
    id: 'events',
    header: 'Events',
    kind: 'extra',
    width: '18%',
    render: ({ events }) => eventsWords(events),
  },
  {
    id: 'status',
    header: 'Status',
    width: '28%',
    render: (webhook) => <WebhookStatus webhook={webhook} />,
  },
  {
    id: 'hours',
    header: '24 hours',
    kind: 'extra',
    width: '132px',
    render: ({ health }) => <HourBars health={health} />,
  },
  {
    id: 'time',
    header: 'Delivered',
    width: '112px',
    render: ({ health }) => <Time at={health.last_success_at} empty="Never" isInRow />,
  },
];

/** The page. */
export function WebhooksPage() {
  const { id, part, eventId } = useParams();
  useLoadWhenIdle(WebhookRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const [types, setTypes] = useDialogParameter('types');
  const refusal = useRefusal('createWebhook');
  const isEvents = part === 'events';
  return (
    <>
      <ListPage
        title="Webhooks"
        description="Your URLs that Posthorn posts every event of your mail to."
        list={WEBHOOKS}
        path="/webhooks"
        columns={COLUMNS}
        hrefOf={(webhook) => `/webhooks/${webhook.id}`}
        actions={
          <>
            <IconButton label="Event types" icon={ListTree} onPress={() => setTypes('yes')} />
            <Button variant="filled" icon={Plus} refusal={refusal} onPress={() => setCreate('yes')}>
              Add webhook
            </Button>
          </>
        }
        empty={<NoWebhooks />}
        record={
          id === undefined ? undefined : (
            <WebhookRecord.Component
              key={eventId ?? id}
              id={id}
              tab={isEvents ? 'events' : 'overview'}
              eventId={isEvents ? eventId : undefined}
            />
          )
        }
        closesTo={eventId === undefined ? undefined : `/webhooks/${id}/events`}
      />
      <EventTypesDialog isOpen={types === 'yes'} onClose={() => setTypes(undefined)} />
      <CreateWebhook isOpen={create === 'yes'} onClose={() => setCreate(undefined)} />
    </>
  );
}

function NoWebhooks() {
  return (
    <EmptyState
      icon={WebhookIcon}
      title="Get notified of every event"
      snippet={isPublicName(location.hostname) ? undefined : LISTEN}
    >
      A webhook notifies your program as soon as mail is delivered, bounces or is reported as spam. Posthorn
      signs every request and retries for about 3 days. Add one with the button above.
    </EmptyState>
  );
}

function eventsWords(events: WebhookItem['events']): string {
  const named = events.slice(0, NAMED).join(', ');
  return events.length > NAMED ? `${named}, +${events.length - NAMED}` : named;
}
