// The list of automations, with the open one next to it.
import type { AutomationItem } from '../../../api/generated/types.ts';
import { useLoadWhenIdle } from '../../../design/later/idle.ts';
import { loadedLater } from '../../../design/later/loaded-later.tsx';
import { Status } from '../../../design/text/status.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { AUTOMATIONS, AUTOMATIONS_PATH } from '../list.ts';
import { AUTOMATION_STATES, automationLook } from '../words.ts';

const AutomationRecord = loadedLater(() =>
  import('../record/automation-record.tsx').then((it) => it.AutomationRecord),
);

const COLUMNS: readonly Column<AutomationItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'state',
    header: 'State',
    width: '112px',
    render: (automation) => <Status {...automationLook(automation)} />,
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find an automation', placeholder: 'Part of the name' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: Object.entries(AUTOMATION_STATES).map(([id, label]) => ({ id, label })),
  },
];

interface AutomationsListProps {
  /** Of the open automation. */
  id: string | undefined;
  /** What of it is shown. */
  part: string | undefined;
  /** Of the open run. */
  runId: string | undefined;
}

/** The list. */
export function AutomationsList({ id, part, runId }: AutomationsListProps) {
  useLoadWhenIdle(AutomationRecord.load);
  return (
    <ListPage
      title="Automations"
      description="What a contact gets after something has happened, step by step."
      list={AUTOMATIONS}
      path={AUTOMATIONS_PATH}
      columns={COLUMNS}
      filters={FILTERS}
      record={
        id === undefined ? undefined : (
          <AutomationRecord.Component key={id} id={id} part={part} runId={runId} />
        )
      }
    />
  );
}
