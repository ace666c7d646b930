// An event of an email at a webhook, and the state of its delivery: a row that leads to the event.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EmailTrace } from '../../../api/generated/types.ts';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { DELIVERY_WORDS } from '../../webhooks/events/delivery-words.ts';
import css from './content.module.css';

interface RowProps {
  event: EmailTrace['webhook_events'][number];
  /** The line below its name. */
  about: string;
}

/** The row. */
export function WebhookEventRow({ event, about }: RowProps) {
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <Link href={`/webhooks/${event.webhook_id}/events/${event.id}`}>{event.type}</Link>
        <span className={css['about']}>{about}</span>
      </span>
      <Status status={event.status} label={DELIVERY_WORDS[event.status]} />
      <Time at={event.created_at} />
    </li>
  );
}

/** The list around rows. */
export function WebhookEventRows({ children }: { children: ReactNode }) {
  return <ul className={css['rows']}>{children}</ul>;
}
