// The runs of an automation, newest first: of whom, where each stands, and why it failed. One that is open has the place of the
// record.
import { useMemo } from 'react';
import type { Automation, AutomationRunItem } from '../../../../api/generated/types.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../../lists/parts/filters.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { runPath } from '../../list.ts';
import { CancelRuns } from './cancel-runs.tsx';
import { RUN_STATES, RUNS } from './run-lists.ts';
import { whereWords } from './where-words.ts';

const COLUMNS: readonly Column<AutomationRunItem>[] = [
  { id: 'contact', header: 'Contact', width: '30%', render: ({ email }) => email ?? 'A deleted contact' },
  { id: 'state', header: 'State', width: '112px', render: ({ status }) => <Status status={status} /> },
  { id: 'where', header: 'Progress', render: whereWords },
  {
    id: 'time',
    header: 'Started',
    width: '104px',
    render: ({ started_at }) => <Time at={started_at} isInRow />,
  },
];

/** The list. */
export function Runs({ automation }: { automation: Automation }) {
  const { id, steps } = automation;
  const { list, top } = usePlacedList(RUNS, { id });
  const keys = JSON.stringify(steps.flatMap(({ key, type }) => (type === 'trigger' ? [] : [key])));
  const filters = useMemo(() => filtersOf(JSON.parse(keys) as string[]), [keys]);
  return (
    <Section
      title="Runs"
      level={3}
      actions={
        <>
          <CopyAs operation="listAutomationRuns" input={list.input} label="Copy runs as" />
          <CancelRuns automation={automation} />
        </>
      }
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Runs of the automation"
          columns={COLUMNS}
          filters={filters}
          list={list}
          hrefOf={(run) => runPath(id, run.id)}
          empty={
            <EmptyState title="No contacts have entered this automation yet" level={3}>
              A run starts with the trigger, or when you enrol contacts. “Why not?” lists events that started
              no run.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}

function filtersOf(keys: readonly string[]): readonly FilterControl[] {
  return [
    { kind: 'choice', name: 'status', label: 'State', options: RUN_STATES },
    {
      kind: 'choice',
      name: 'step',
      label: 'At step',
      options: keys.map((key) => ({ id: key, label: key })),
    },
  ];
}
