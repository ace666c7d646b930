// Why runs of an automation have failed, and the button that takes all of them up again.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Automation } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Reasons } from '../../../design/data/reasons.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Time } from '../../../design/text/time.tsx';
import { exactTime } from '../../../format/time.ts';
import { AskedButton } from '../../../records/asked-button.tsx';
import { batchPath } from '../list.ts';
import { RETRY_OFF } from '../run/run-acts.tsx';
import { FAILED_READ, type FailedRuns, failedRunsOf } from './state-words.ts';

const FAILED = { status: 'failed', limit: FAILED_READ } as const;

interface TroubleProps {
  automation: Automation;
  /** The content below the box, which waits for it, so that nothing moves when it appears. */
  children: ReactNode;
}

/** The box; nothing where no run has failed. */
export function Trouble({ automation, children }: TroubleProps) {
  const { id, health } = automation;
  const isEnabled = health.last_failed_at !== null;
  const [isAwaited] = useState(isEnabled);
  const { data, error, isPending, refetch } = useCall(
    'listAutomationRuns',
    { id, query: FAILED },
    { isLive: true, isEnabled },
  );
  const failed = isEnabled && data ? failedRunsOf(data.data) : undefined;
  if (isAwaited && isEnabled && isPending) return <Skeleton height={320} />;
  return (
    <>
      {isEnabled && error && !data && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {failed && <Box automation={automation} failed={failed} hasMore={data?.has_more === true} />}
      {children}
    </>
  );
}

interface BoxProps {
  automation: Automation;
  failed: FailedRuns;
  /** Others have failed before. */
  hasMore: boolean;
}

function Box({ automation, failed, hasMore }: BoxProps) {
  const { last_failed_at: at, failed_24h } = automation.health;
  const { count, reasons } = failed;
  const words = count === 1 ? '1 run failed' : `${hasMore ? 'More than ' : ''}${count} runs failed`;
  return (
    <Notice
      kind={failed_24h > 0 ? 'bad' : 'warn'}
      title={
        <>
          {words}, the last <Time at={at} />
        </>
      }
      action={<RetryAll automation={automation} failed={failed} />}
    >
      {hasMore && <p>These are the reasons for the latest {count}.</p>}
      <Reasons label="Why runs failed" of="Runs" rows={reasons} />
    </Notice>
  );
}

function RetryAll({ automation: { id, status }, failed: { count, since } }: Omit<BoxProps, 'hasMore'>) {
  const [, navigate] = useLocation();
  return (
    <AskedButton
      operation="retryAutomationRuns"
      input={{ id, body: { since } }}
      size="small"
      icon={RotateCw}
      label={count === 1 ? 'Retry run' : 'Retry all'}
      refusal={status === 'disabled' ? RETRY_OFF : undefined}
      title={count === 1 ? 'Retry the failed run?' : 'Retry the failed runs?'}
      lost={`All runs that failed since ${exactTime(new Date(since))} resume at the step where they failed, with the steps that they started with. Fix the cause first. They can send email.`}
      confirmLabel="Retry"
      done="Retrying runs."
      onDone={(batch) => navigate(batchPath(id, batch.id))}
      isHarmless
    />
  );
}
