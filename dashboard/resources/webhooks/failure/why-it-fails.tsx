// The box with which the record of a failing webhook opens: since when, with what, what the endpoint says itself, and what
// follows. A webhook whose endpoint answers has none.
import { Link } from 'wouter';
import type { Webhook, WebhookAttempt } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Time } from '../../../design/text/time.tsx';
import { useClock } from '../../../format/clock.ts';
import { duration } from '../../../format/time.ts';
import { failingWords } from '../record-words.ts';
import { AttemptAnswer } from './attempt-answer.tsx';
import css from './failure.module.css';
import { whyWords } from './failure-words.ts';

/** The newest attempt of the event that failed last. @returns `isRead` false while it is being read: the box waits for it */
export function useLastFailure({ id, health }: Webhook) {
  const eventId = health.last_failed_event_id;
  const input = { id, eventId: eventId ?? '', query: { limit: 1 } };
  const { data, error } = useCall('listWebhookAttempts', input, {
    isLive: true,
    isEnabled: eventId !== null,
    keepsPrevious: true,
  });
  // The event may have been removed with its attempts; the box shows the facts without it.
  return { isRead: eventId === null || data !== undefined || error !== null, attempt: data?.data[0] };
}

interface WhyItFailsProps {
  webhook: Webhook;
  attempt: WebhookAttempt | undefined;
}

/** The box. */
export function WhyItFails({ webhook, attempt }: WhyItFailsProps) {
  useClock();
  const now = new Date();
  const title = whyWords(webhook.health, attempt, now);
  if (title === undefined) return null;
  const eventId = webhook.health.last_failed_event_id;
  const consequence = failingWords(webhook, now);
  return (
    <Notice kind="bad" title={title}>
      <div className={css['box']}>
        {consequence !== undefined && <p>{consequence}</p>}
        {attempt && eventId !== null && (
          <>
            <p className={css['line']}>
              <Link href={`/webhooks/${webhook.id}/events/${eventId}`}>The last attempt</Link>
              {attempt.http_status_code === null ? ' got no answer' : ` got ${attempt.http_status_code}`}{' '}
              after {duration(attempt.duration_ms)}, <Time at={attempt.sent_at} />.
            </p>
            <AttemptAnswer attempt={attempt} />
          </>
        )}
      </div>
    </Notice>
  );
}
