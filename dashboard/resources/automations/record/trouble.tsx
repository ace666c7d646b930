// Why runs of an automation have failed, and the button that takes all of them up again.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Automation } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Reasons } from '../../../design/data/reasons.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { batchPath } from '../list.ts';
import { FAILED_READ, type FailedRuns, failedRunsOf } from './state-words.ts';

const FAILED = { status: 'failed', limit: FAILED_READ } as const;

/** The box; nothing where no run has failed. */
export function Trouble({ automation: { id, health } }: { automation: Automation }) {
  const isEnabled = health.last_failed_at !== null;
  const { data } = useCall('listAutomationRuns', { id, query: FAILED }, { isLive: true, isEnabled });
  const failed = isEnabled && data ? failedRunsOf(data.data) : undefined;
  if (!failed) return null;
  const { count, reasons } = failed;
  const words =
    count === 1 ? '1 run has failed' : `${data?.has_more ? 'More than ' : ''}${count} runs have failed`;
  return (
    <Notice
      kind={health.failed_24h > 0 ? 'bad' : 'warn'}
      title={
        <>
          {words}, the last <Time at={health.last_failed_at} />
        </>
      }
      action={<RetryAll id={id} failed={failed} />}
    >
      <Reasons label="Why runs have failed" of="Runs" rows={reasons} />
    </Notice>
  );
}

function RetryAll({ id, failed: { count, since } }: { id: string; failed: FailedRuns }) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const refusal = useRefusal('retryAutomationRuns');
  const retry = useChange('retryAutomationRuns', {
    onSuccess: (batch) => {
      setOpen(false);
      notify('The runs are being taken up again.');
      navigate(batchPath(id, batch.id));
    },
  });
  return (
    <>
      <Button size="small" icon={RotateCw} refusal={refusal} onPress={() => setOpen(true)}>
        {count === 1 ? 'Retry it' : 'Retry all'}
      </Button>
      <ConfirmChange
        title={count === 1 ? 'Retry the failed run?' : 'Retry the failed runs?'}
        lost={`Each goes on at the step with which it has failed, with the steps that it began with: put right first what the reason names. What it sends then is sent.`}
        confirmLabel="Retry"
        operation="retryAutomationRuns"
        input={{ id, body: { since } }}
        change={retry}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isHarmless
      />
    </>
  );
}
