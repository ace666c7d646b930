// One batch of an automation: how far it is, its numbers, and why contacts or runs were skipped.
import type { AutomationBatch } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useRefetch } from '../../../../api/use-refetch.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { Progress } from '../../../../design/data/progress.tsx';
import { Reasons } from '../../../../design/data/reasons.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Stack } from '../../../../design/layout/stack.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { partPath } from '../../list.ts';
import {
  batchBadge,
  countsWords,
  metOf,
  refetchDelay,
  skippedRows,
  stateSentence,
  typeWords,
} from './batch-words.ts';

interface BatchProps {
  automationId: string;
  id: string;
}

/** The batch. */
export function Batch({ automationId, id }: BatchProps) {
  const input = { id: automationId, batchId: id };
  const read = useCall('getAutomationBatch', input, { isLive: true });
  useRefetch(read, refetchDelay);
  const { data, error } = read;
  return (
    <Section
      title={data ? typeWords(data) : 'Batch'}
      level={3}
      actions={
        <>
          <CopyAs operation="getAutomationBatch" input={input} label="Copy batch as" />
          <ButtonLink href={partPath(automationId, 'batches')}>All batches</ButtonLink>
        </>
      }
    >
      {data ? (
        <Numbers batch={data} whyPath={whyPath(automationId, data)} />
      ) : error ? (
        <FailureNote failure={error} onRetry={() => void read.refetch()} />
      ) : (
        <Skeleton height={200} />
      )}
    </Section>
  );
}

function Numbers({ batch, whyPath: path }: { batch: AutomationBatch; whyPath: string | undefined }) {
  const { status, counts, at, created_at, completed_at } = batch;
  const skipped = skippedRows(batch);
  return (
    <Stack gap={4}>
      <Stack direction="row" gap={3} wrap>
        <Status {...batchBadge(batch)} />
        <span>{stateSentence(batch)}</span>
      </Stack>
      {status === 'running' && counts.total !== null ? (
        <Progress label="Processed" done={metOf(counts)} of={counts.total} />
      ) : null}
      <Facts
        facts={[
          ['Result', countsWords(batch)],
          ['Requested', <Time key="asked" at={created_at} isExact />],
          ...(at === null ? [] : [['Due', <Time key="due" at={at} isExact />] as const]),
          ...(completed_at === null
            ? []
            : [['Ended', <Time key="ended" at={completed_at} isExact />] as const]),
        ]}
      />
      {skipped.length > 0 && (
        <Section title="Skipped" level={3}>
          <Reasons label="Why they were skipped" of="Skipped" rows={skipped} />
          {path !== undefined && (
            <div>
              <ButtonLink size="small" href={path}>
                See who got no run
              </ButtonLink>
            </div>
          )}
        </Section>
      )}
    </Stack>
  );
}

/**
 * Names the part that says why: an event does for contacts that got no run; a retry or a cancellation is about runs.
 */
function whyPath(automationId: string, { type }: AutomationBatch): string | undefined {
  const path = partPath(automationId, 'why');
  if (type === 'enroll') return `${path}?why_event=service:enroll`;
  return type === 'schedule' ? path : undefined;
}
