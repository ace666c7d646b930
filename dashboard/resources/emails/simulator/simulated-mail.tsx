// What happens to a mail that tries an outcome, while it happens: its timeline, and the webhook events that it causes.
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Email } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { WebhookEventRow, WebhookEventRows } from '../content/webhook-event-row.tsx';
import { deliveriesOf } from '../delivery/deliveries.ts';
import { RecipientTimeline } from '../delivery/recipient-timeline.tsx';
import { nextOf } from '../delivery/step-words.ts';
import { EmailStatus } from '../email-status.tsx';
import css from './simulator.module.css';

/** A step of the timeline, and what the first and the last one need besides: the address, the reply of the server. */
const STEP_PX = 36;
const REPLY_PX = 152;

interface SimulatedMailProps {
  id: string;
  address: string;
  /** The expected steps: their space is reserved, so that nothing moves when they appear. */
  steps: number;
}

/** The mail and its events. */
export function SimulatedMail({ id, address, steps }: SimulatedMailProps) {
  const place = useRef<HTMLElement>(null);
  const { data: email, error, refetch } = useCall('getEmail', { id }, { isLive: true });
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={place} className={css['mail']} aria-label={`The mail to ${address}`}>
      <div className={css['line']}>
        <p role="status">{email && <EmailStatus status={email.status} />}</p>
        <Link href={`/emails/${id}`}>Open email</Link>
      </div>
      {error && !email && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {(email || !error) && (
        <div style={{ minHeight: steps * STEP_PX + REPLY_PX }}>
          {email ? <Story email={email} /> : <Skeleton height={steps * STEP_PX} />}
        </div>
      )}
      <h3 className={css['title']}>Webhooks</h3>
      <Heard emailId={id} isOver={email !== undefined && isOver(email)} />
    </section>
  );
}

function Story({ email }: { email: Email }) {
  const [delivery] = deliveriesOf(email);
  return delivery ? <RecipientTimeline email={email} delivery={delivery} isOnly /> : null;
}

function isOver(email: Email): boolean {
  return deliveriesOf(email).every((delivery) => nextOf(email, delivery) === undefined);
}

/** The webhooks that receive it. */
function Heard({ emailId, isOver }: { emailId: string; isOver: boolean }) {
  const trace = useCall('traceEmail', { id: emailId }, { isLive: true });
  const webhooks = useCall('listWebhooks', { query: { limit: 100 } }, { isLive: true });
  const failure = trace.error ?? webhooks.error;
  if (!trace.data || !webhooks.data) {
    if (failure) return <FailureNote failure={failure} onRetry={() => void trace.refetch()} />;
    return <Skeleton height={40} />;
  }
  const known = new Map(webhooks.data.data.map((webhook) => [webhook.id, webhook]));
  if (known.size === 0) {
    return (
      <p className={css['about']}>
        This account has no webhook to notify. <Link href="/webhooks">Add a webhook</Link>
      </p>
    );
  }
  const { webhook_events: events } = trace.data;
  if (events.length === 0) {
    return (
      <p className={css['about']}>
        {isOver ? 'No webhook of this account subscribes to these events.' : 'Nothing has been posted yet.'}{' '}
        <Link href="/webhooks">Webhooks</Link>
      </p>
    );
  }
  return (
    <WebhookEventRows>
      {events.map((event) => (
        <WebhookEventRow
          key={`${event.webhook_id} ${event.id}`}
          event={event}
          about={known.get(event.webhook_id)?.endpoint_url ?? 'An endpoint that was deleted'}
          webhook={known.get(event.webhook_id)}
        />
      ))}
    </WebhookEventRows>
  );
}
