// Where an email appears in the rest of the service: the request that sent it, its events at webhooks, the suppressions
// of its recipients, the reports about them, and what was said to mail servers.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { EmailTrace } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ORIGINS } from '../../suppressions/words.ts';
import css from './content.module.css';
import { DialogueView } from './dialogue-view.tsx';
import { WebhookEventRow } from './webhook-event-row.tsx';

const SHOWN = 20;

/** The view. */
export function TraceView({ emailId }: { emailId: string }) {
  const { data, error, refetch } = useCall('traceEmail', { id: emailId }, { isLive: true });
  const webhooks = useCall('listWebhooks', { query: { limit: 100 } }, { isLive: true });
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <div className={css['trace']}>
      <Group
        title="Request"
        action={<CopyAs operation="traceEmail" input={{ id: emailId }} label="Copy the trace as" />}
      >
        {data.log_id === null ? (
          <p className={css['none']}>The request log was removed, or this email was not sent by a request.</p>
        ) : (
          <p>
            <Link href={`/logs/${data.log_id}`}>The request that sent this email</Link>
          </p>
        )}
      </Group>
      <Group title="Webhook events">
        <Rows items={data.webhook_events} none="No webhook subscribes to the events of this email.">
          {(event) => (
            <WebhookEventRow
              key={`${event.webhook_id} ${event.id}`}
              event={event}
              about={event.recipient}
              webhook={webhooks.data?.data.find(({ id }) => id === event.webhook_id)}
            />
          )}
        </Rows>
      </Group>
      <Group title="Suppressions">
        <Rows items={data.suppressions} none="None of its recipients is on the suppression list.">
          {(entry) => <Suppression key={entry.id} entry={entry} isCause={entry.source_id === emailId} />}
        </Rows>
      </Group>
      <Group title="Reports">
        <Rows items={data.reports} none="No reports about its recipients were received.">
          {(report) => <Report key={report.id} report={report} />}
        </Rows>
      </Group>
      <Group title="Dialogue">
        <DialogueView dialogue={data.dialogue} />
      </Group>
    </div>
  );
}

function Group({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={css['group']}>
      <div className={css['bar']}>
        <h4>{title}</h4>
        {action}
      </div>
      {children}
    </section>
  );
}

interface RowsProps<Item> {
  items: readonly Item[];
  none: string;
  children(item: Item): ReactNode;
}

function Rows<Item>({ items, none, children }: RowsProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return <p className={css['none']}>{none}</p>;
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <>
      <ul className={css['rows']}>{shown.map(children)}</ul>
      {shown.length < items.length && (
        <div>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {items.length}
          </Button>
        </div>
      )}
    </>
  );
}

function Suppression({ entry, isCause }: { entry: EmailTrace['suppressions'][number]; isCause: boolean }) {
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <Link href={`/suppressions/${entry.id}`}>{entry.email}</Link>
        <span className={css['about']}>
          {isCause ? 'because of this email' : 'before this email, or for another reason'}
        </span>
      </span>
      <Status status={entry.origin} label={ORIGINS[entry.origin]} />
      <Time at={entry.created_at} />
    </li>
  );
}

type ReportOfTrace = EmailTrace['reports'][number];

const EFFECTS: Readonly<Record<NonNullable<ReportOfTrace['effect']>, string>> = {
  applied: 'counted',
  unchanged: 'changed nothing',
  unknown: 'its recipient is gone',
  ignored: 'has no delivery result',
};

function Report({ report }: { report: ReportOfTrace }) {
  const { id, recipient, purpose, effect, received_at } = report;
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        {recipient}
        <span className={css['about']}>
          {purpose === 'report' ? 'to the return path' : 'from a feedback loop'}
        </span>
      </span>
      <span title={id}>{effect === null ? 'not read yet' : EFFECTS[effect]}</span>
      <Time at={received_at} />
    </li>
  );
}
