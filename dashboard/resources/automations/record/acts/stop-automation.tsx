// The dialog that turns an automation off: its runs in progress go on to their end, or end at once.
import type { Automation } from '../../../../api/generated/types.ts';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { RadioCards } from '../../../../design/fields/radio-cards.tsx';
import { changeDialog, type DraftForm } from '../../../../records/change-dialog.tsx';
import { runsText } from '../../words.ts';

type Stopped = Pick<Automation, 'id' | 'health'>;

/** The dialog. */
export const StopAutomation = changeDialog({
  operation: 'stopAutomation',
  title: 'Turn off this automation?',
  fields: [],
  begin: (_automation: Stopped) => ({ runs: 'go on' }),
  input: ({ runs }, { id }) => ({ id, body: { cancel_runs: runs === 'end' } }),
  submitLabel: 'Turn off automation',
  Fields,
  onDone: (_answer, { close }) => {
    close();
    notify('Automation turned off.');
  },
});

function Fields({ draft, of: { health }, set }: DraftForm<{ runs: string }, Stopped>) {
  if (health.running === 0) return <p>No new runs start. No runs are in progress.</p>;
  const count = health.running === 1 ? '1 run is' : `${runsText(health.running)} runs are`;
  return (
    <>
      <p>No new runs start. {count} in progress.</p>
      <RadioCards
        label="Runs in progress"
        value={draft.runs}
        onChange={(runs) => set({ runs })}
        options={[
          {
            id: 'go on',
            label: 'Let them finish',
            hint: 'Their contacts get the remaining mail.',
          },
          {
            id: 'end',
            label: 'End now',
            hint: 'Their contacts get no more mail from this automation. You cannot undo this.',
          },
        ]}
      />
    </>
  );
}
