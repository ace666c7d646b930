// An event of an email at a webhook, and the state of its delivery: a row that leads to the event.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EmailTrace, WebhookItem } from '../../../api/generated/types.ts';
import { Time } from '../../../design/text/time.tsx';
import { DeliveryStatus } from '../../webhooks/events/delivery-status.tsx';
import css from './content.module.css';

interface RowProps {
  event: EmailTrace['webhook_events'][number];
  /** The line below its name. */
  about: string;
  /** Undefined: not known. */
  webhook: WebhookItem | undefined;
}

/** The row. */
export function WebhookEventRow({ event, about, webhook }: RowProps) {
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <Link href={`/webhooks/${event.webhook_id}/events/${event.id}`}>{event.type}</Link>
        <span className={css['about']}>{about}</span>
      </span>
      {/* Whether this very event was tried is not known here: while its endpoint fails it waits for that. */}
      <DeliveryStatus event={{ ...event, retrying: false, next_attempt_at: null }} webhook={webhook} />
      <Time at={event.created_at} />
    </li>
  );
}

/** The list around rows. */
export function WebhookEventRows({ children }: { children: ReactNode }) {
  return <ul className={css['rows']}>{children}</ul>;
}
