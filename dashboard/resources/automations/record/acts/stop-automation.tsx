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
  title: 'Turn this automation off',
  fields: [],
  begin: (_automation: Stopped) => ({ runs: 'go on' }),
  input: ({ runs }, { id }) => ({ id, body: { cancel_runs: runs === 'end' } }),
  submitLabel: 'Turn it off',
  Fields,
  onDone: (_answer, { close }) => {
    close();
    notify('The automation is off.');
  },
});

function Fields({ draft, of: { health }, set }: DraftForm<{ runs: string }, Stopped>) {
  if (health.running === 0) return <p>Nothing starts it any more. No run is in progress.</p>;
  const count = health.running === 1 ? '1 run is' : `${runsText(health.running)} runs are`;
  return (
    <>
      <p>Nothing starts it any more. {count} in progress.</p>
      <RadioCards
        label="Runs in progress"
        value={draft.runs}
        onChange={(runs) => set({ runs })}
        options={[
          {
            id: 'go on',
            label: 'Go on to their end',
            hint: 'Their contacts get the mail that is still to come.',
          },
          {
            id: 'end',
            label: 'End now',
            hint: 'Their contacts get no more mail of it. It cannot be taken back.',
          },
        ]}
      />
    </>
  );
}
