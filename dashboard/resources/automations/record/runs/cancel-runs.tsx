// Cancels all runs in progress; the automation stays on, and starts others.
import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import type { Automation } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { ConfirmChange } from '../../../../records/confirm-change.tsx';
import { runsText } from '../../words.ts';

/** The button, with its question. */
export function CancelRuns({ automation: { id, health } }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  const refused = useRefusal('cancelAutomationRuns');
  const none = health.running === 0 ? 'No run is in progress.' : undefined;
  const cancel = useChange('cancelAutomationRuns', {
    onSuccess: () => {
      notify('The runs are being cancelled.');
      setOpen(false);
    },
  });
  return (
    <>
      <Button size="small" icon={Ban} refusal={refused ?? none} onPress={() => setOpen(true)}>
        Cancel all
      </Button>
      <ConfirmChange
        title="Cancel all runs in progress?"
        lost={`${runsText(health.running)} ${health.running === 1 ? 'run ends' : 'runs end'} where ${health.running === 1 ? 'it is' : 'they are'}: these contacts get no more of its mail. The automation stays as it is.`}
        confirmLabel="Cancel the runs"
        operation="cancelAutomationRuns"
        input={{ id }}
        change={cancel}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
