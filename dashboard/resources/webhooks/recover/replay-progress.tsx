// How far a recovery has come, read again as its events are delivered, and in words how it ended.
import type { ReactNode } from 'react';
import type { Webhook, WebhookReplayProgress } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Progress } from '../../../design/data/progress.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { endWords, underWayWords } from './recover-words.ts';

interface ReplayProgressProps {
  webhook: Webhook;
  replayId: string;
  /** Back to the question. */
  onDone(): void;
}

/** The progress. */
export function ReplayProgress({ webhook, replayId, onDone }: ReplayProgressProps) {
  const { data, error } = useCall('getWebhookReplay', { id: webhook.id, replayId }, { isLive: true });
  const done = <Button onPress={onDone}>Done</Button>;
  if (data?.ended_at != null) return <Ended replay={data} action={done} />;
  if (data) return <UnderWay replay={data} isFailing={webhook.health.failing_since !== null} />;
  if (!error) return <Skeleton height={64} />;
  return (
    <Stack gap={3} align="flex-start">
      <FailureNote title="How far it has come is not known" failure={error} />
      {done}
    </Stack>
  );
}

function UnderWay({ replay, isFailing }: { replay: WebhookReplayProgress; isFailing: boolean }) {
  const { total, delivered, failed } = replay;
  return (
    <Stack gap={2}>
      {total !== null && <Progress label="Posting the events" done={delivered + failed} of={total} />}
      <p aria-live="polite">{underWayWords(replay, isFailing)}</p>
    </Stack>
  );
}

function Ended({ replay, action }: { replay: WebhookReplayProgress; action: ReactNode }) {
  const isWhole = replay.failed === 0 && replay.waiting === 0;
  return (
    <Notice kind={isWhole ? 'good' : 'warn'} role="status" action={action}>
      {endWords(replay)}
    </Notice>
  );
}
