// The list of automations, with the open one next to it: what starts each, and how its runs do.
import Plus from 'lucide-react/icons/plus';
import { useLocation } from 'wouter';
import type { AutomationItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { useLoadWhenIdle } from '../../../design/lazy/idle.ts';
import { loadedDialog } from '../../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Status } from '../../../design/text/status.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { useDialogParameter } from '../../../records/use-dialog-parameter.ts';
import { AUTOMATIONS, AUTOMATIONS_PATH, editPath } from '../list.ts';
import { AUTOMATION_STATES, automationBadge, runsText, triggerWords } from '../words.ts';
import { NoAutomations } from './no-automations.tsx';
import { useAutomationActs } from './use-automation-acts.tsx';

const AutomationRecord = loadedLater(() =>
  import('../record/automation-record.tsx').then((it) => it.AutomationRecord),
);
const CreateAutomation = loadedDialog(() =>
  import('../new/create-automation.tsx').then((it) => it.CreateAutomation),
);

const COLUMNS: readonly Column<AutomationItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'trigger',
    header: 'Starts',
    width: '28%',
    render: ({ trigger }) => <TextWithCode text={triggerWords(trigger)} />,
  },
  { id: 'domain', header: 'Domain', kind: 'extra', width: '18%', render: ({ domain }) => domain },
  {
    id: 'state',
    header: 'State',
    width: '72px',
    render: (automation) => <Status {...automationBadge(automation)} />,
  },
  {
    id: 'running',
    header: 'In progress',
    kind: 'extra',
    width: '104px',
    render: ({ health }) => runsText(health.running),
  },
  {
    id: 'failed',
    header: 'Failed in 24 h',
    width: '118px',
    render: ({ health }) =>
      health.failed_24h > 0 && <Status status="failed" label={`${runsText(health.failed_24h)} failed`} />,
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
  {
    kind: 'choice',
    name: 'needs_attention',
    label: 'Runs',
    options: [
      { id: 'true', label: 'Failed in 24 h' },
      { id: 'false', label: 'None failed in 24 h' },
    ],
  },
];

interface AutomationsListProps {
  /** The id of the open automation. */
  id: string | undefined;
  /** The part that is shown. */
  part: string | undefined;
  /** The id of what of that is open: a run, or a batch. */
  below: string | undefined;
}

/** The list. */
export function AutomationsList({ id, part, below }: AutomationsListProps) {
  useLoadWhenIdle(AutomationRecord.load);
  const [, navigate] = useLocation();
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createAutomation');
  const acts = useAutomationActs();
  const open = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Automations"
        description="Step-by-step emails that start when something happens."
        list={AUTOMATIONS}
        path={AUTOMATIONS_PATH}
        columns={COLUMNS}
        filters={FILTERS}
        hrefOf={({ id: each }) => `${AUTOMATIONS_PATH}/${each}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={open}>
            New automation
          </Button>
        }
        empty={<NoAutomations onCreate={open} />}
        acts={acts}
        closesTo={id !== undefined && below !== undefined ? `${AUTOMATIONS_PATH}/${id}/${part}` : undefined}
        record={
          id === undefined ? undefined : (
            <AutomationRecord.Component key={id} id={id} part={part} below={below} />
          )
        }
      />
      <CreateAutomation
        isOpen={create !== undefined}
        onClose={() => setCreate(undefined)}
        onDone={(made) => navigate(editPath(made.id), { replace: true })}
      />
    </>
  );
}
