// What can be done with one run: it is cancelled, or taken up again where it has failed or was cancelled.
import Ban from 'lucide-react/icons/ban';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import type { AutomationRun } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';

const ACTS = {
  cancel: {
    operation: 'cancelAutomationRun',
    label: 'Cancel',
    icon: Ban,
    title: 'Cancel this run?',
    lost: 'It ends where it is: the contact gets no more mail of it.',
    confirmLabel: 'Cancel the run',
    done: 'The run was cancelled.',
    isHarmless: false,
  },
  retry: {
    operation: 'retryAutomationRun',
    label: 'Retry',
    icon: RotateCw,
    title: 'Retry this run?',
    lost: 'It goes on at the step at which it has ended, with the steps that it began with. What it sends then is sent.',
    confirmLabel: 'Retry the run',
    done: 'The run goes on.',
    isHarmless: true,
  },
} as const;

interface RunActsProps {
  automationId: string;
  run: Pick<AutomationRun, 'id' | 'status'>;
}

/** The button that its state has; none for a run that is completed. */
export function RunActs({ automationId, run }: RunActsProps) {
  if (run.status === 'completed') return null;
  const act = run.status === 'running' ? 'cancel' : 'retry';
  return <RunAct key={act} act={act} input={{ id: automationId, runId: run.id }} />;
}

function RunAct({ act, input }: { act: keyof typeof ACTS; input: { id: string; runId: string } }) {
  const { operation, label, icon, done, ...words } = ACTS[act];
  const [isOpen, setOpen] = useState(false);
  const change = useChange(operation, {
    onSuccess: () => {
      setOpen(false);
      notify(done);
    },
  });
  return (
    <>
      <Button icon={icon} refusal={useRefusal(operation)} onPress={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmChange
        {...words}
        operation={operation}
        input={input}
        change={change}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
