// What can be done with marked automations: they are deleted.
import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../../api/call.ts';
import type { AutomationItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import type { RowActs } from '../../../lists/marks/row-act.ts';

/** The acts of the list. */
export function useAutomationActs(): RowActs<AutomationItem> {
  const refusal = useRefusal('deleteAutomation');
  return {
    nameOf: ({ name }) => name,
    acts: [
      {
        id: 'delete',
        icon: Trash2,
        label: (count) => `Delete ${count}`,
        refusal,
        ask: (rows) => ({
          title: `Delete ${automations(rows.length)}?`,
          lost: <Lost rows={rows} />,
          confirmLabel: `Delete ${automations(rows.length)}`,
        }),
        running: 'Deleting automations',
        done: (count) => `${automations(count)} ${count === 1 ? 'was' : 'were'} deleted.`,
        run: ({ id }) => call('deleteAutomation', { id }),
      },
    ],
  };
}

function Lost({ rows }: { rows: readonly AutomationItem[] }) {
  const on = rows.filter(({ status }) => status === 'enabled').length;
  const running = rows.filter(({ health }) => health.running > 0).length;
  return (
    <p>
      {rows.length === 1 ? 'Its' : 'Their'} steps, runs and figures are deleted.
      {on > 0 && ` ${on} of them ${on === 1 ? 'is' : 'are'} on.`}
      {running > 0 &&
        ` Runs of ${running} of them are in progress. These runs are cancelled, and their contacts get no more mail from them.`}
    </p>
  );
}

function automations(count: number): string {
  return count === 1 ? '1 automation' : `${count} automations`;
}
