// How far a recovery has come, read again as its events are delivered, and in words how it ended.
import { type ReactNode, useEffect } from 'react';
import type { Webhook, WebhookReplayProgress } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { useRefetch } from '../../../api/use-refetch.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Progress } from '../../../design/data/progress.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { endWords, replayRefetchDelay, underWayWords } from './recover-words.ts';

interface ReplayProgressProps {
  webhook: Webhook;
  replayId: string;
  /** Back to the question. */
  onDone(): void;
}

/** The progress. */
export function ReplayProgress({ webhook, replayId, onDone }: ReplayProgressProps) {
  const read = useCall('getWebhookReplay', { id: webhook.id, replayId }, { isLive: true });
  useRefetch(read, replayRefetchDelay);
  const { data, error } = read;
  // The id in the URL may belong to another webhook, or of a recovery that was removed long after its end.
  const isGone = error?.status === 404;
  useEffect(() => {
    if (isGone) onDone();
  }, [isGone, onDone]);
  const done = <Button onPress={onDone}>Done</Button>;
  if (data?.ended_at != null) return <Ended replay={data} action={done} />;
  if (data)
    return (
      <UnderWay
        replay={data}
        isFailing={webhook.health.failing_since !== null}
        action={<Button onPress={onDone}>Stop watching</Button>}
      />
    );
  if (!error || isGone) return <Skeleton height={64} />;
  return (
    <Stack gap={3} align="flex-start">
      <FailureNote title="The progress is not known" failure={error} />
      {done}
    </Stack>
  );
}

interface UnderWayProps {
  replay: WebhookReplayProgress;
  isFailing: boolean;
  action: ReactNode;
}

/** It continues without the page: if the endpoint fails again its events wait for days, and another may be begun. */
function UnderWay({ replay, isFailing, action }: UnderWayProps) {
  const { total, delivered, failed } = replay;
  return (
    <Stack gap={2}>
      {total !== null && <Progress label="Posting the events" done={delivered + failed} of={total} />}
      <p aria-live="polite">{underWayWords(replay, isFailing)}</p>
      <div>{action}</div>
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
