// The attempts to deliver an event, the newest first: when, how long, and what the endpoint answered.
import type { WebhookAttempt } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { duration } from '../../../format/time.ts';
import { AttemptAnswer } from '../failure/attempt-answer.tsx';
import css from '../failure/failure.module.css';
import { sentHeaderLines } from '../failure/header-lines.ts';

/** An event has ten attempts, and one for each time that it was replayed. */
const NEWEST = 100;

/** The section. */
export function Attempts({ webhookId, eventId }: { webhookId: string; eventId: string }) {
  const input = { id: webhookId, eventId, query: { limit: NEWEST } };
  const { data, error, refetch } = useCall('listWebhookAttempts', input, { isLive: true });
  return (
    <Section title="Attempts" level={3} description={data?.has_more ? `The newest ${NEWEST}.` : undefined}>
      {error && !data && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {!(error || data) && <Skeleton height={64} />}
      {data?.data.length === 0 && <p>No attempts yet.</p>}
      {data && <Timeline entries={data.data.map((attempt) => entryOf(eventId, attempt))} />}
    </Section>
  );
}

function entryOf(eventId: string, attempt: WebhookAttempt): TimelineEntry {
  const { id, http_status_code: status, duration_ms, sent_at } = attempt;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const words = status === null ? 'No answer' : `Answered ${status}`;
  return {
    id,
    at: sent_at,
    kind: isDelivered ? 'good' : 'bad',
    title: `${words} after ${duration(duration_ms)}`,
    children: (
      <Stack gap={2}>
        <AttemptAnswer attempt={attempt} />
        <details className={css['details']}>
          <summary className={css['summary']}>Request headers</summary>
          <CodeBlock code={sentHeaderLines(eventId, sent_at).join('\n')} label="Request headers" />
        </details>
      </Stack>
    ),
  };
}
