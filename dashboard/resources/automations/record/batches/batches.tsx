// What was or is done to many contacts or runs of an automation: schedules, enrolments, retries and cancellations. One that is
// open has the place of the list.
import { useParams } from 'wouter';
import type { Automation, AutomationBatchItem } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useRefetch } from '../../../../api/use-refetch.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../../lists/parts/filters.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import type { ListSpec } from '../../../../lists/state/list-spec.ts';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { batchPath } from '../../list.ts';
import { Batch } from './batch.tsx';
import {
  batchBadge,
  countsWords,
  refetchDelay,
  STATUS_OPTIONS,
  TYPE_OPTIONS,
  typeWords,
} from './batch-words.ts';

const BATCHES = {
  operation: 'listAutomationBatches',
  filters: ['type', 'status'],
  prefix: 'batches_',
} as const satisfies ListSpec;

const FILTERS: readonly FilterControl[] = [
  { kind: 'choice', name: 'type', label: 'Type', options: TYPE_OPTIONS },
  { kind: 'choice', name: 'status', label: 'State', options: STATUS_OPTIONS },
];

const COLUMNS: readonly Column<AutomationBatchItem>[] = [
  { id: 'type', header: 'Batch', width: '24%', render: typeWords },
  { id: 'status', header: 'State', width: '112px', render: (batch) => <Status {...batchBadge(batch)} /> },
  { id: 'counts', header: 'Result', render: countsWords },
  {
    id: 'time',
    header: 'Requested',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** The list, or the batch that the path names. */
export function Batches({ automation: { id } }: { automation: Automation }) {
  const { below: batchId } = useParams();
  return batchId === undefined ? <BatchList id={id} /> : <Batch automationId={id} id={batchId} />;
}

function BatchList({ id }: { id: string }) {
  const { list, top } = usePlacedList(BATCHES, { id });
  // The stream of changes names enrolments and retries, but neither schedules nor cancellations.
  useRefetch(
    useCall('listAutomationBatches', list.input, { keepsPrevious: true }),
    ({ data }, answeredAt) => {
      const looks = data.flatMap((batch) => refetchDelay(batch, answeredAt) ?? []);
      return looks.length === 0 ? undefined : Math.min(...looks);
    },
  );
  return (
    <Section
      title="Batches"
      level={3}
      actions={<CopyAs operation="listAutomationBatches" input={list.input} label="Copy batches as" />}
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Batches of the automation"
          columns={COLUMNS}
          filters={FILTERS}
          list={list}
          hrefOf={(batch) => batchPath(id, batch.id)}
          empty={
            <EmptyState title="No batches yet">
              Schedules, enrolments, retries and cancellations of many contacts or runs appear here. They stay
              for 30 days after they end.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}
