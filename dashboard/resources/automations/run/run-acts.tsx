// What can be done with one run: it is cancelled, or taken up again where it has failed or was cancelled.
import Ban from 'lucide-react/icons/ban';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { AutomationRun } from '../../../api/generated/types.ts';
import { AskedButton } from '../../../records/asked-button.tsx';

const ACTS = {
  cancel: {
    operation: 'cancelAutomationRun',
    label: 'Cancel',
    icon: Ban,
    title: 'Cancel this run?',
    lost: 'The run ends at its current step. The contact gets no more mail from it.',
    confirmLabel: 'Cancel run',
    done: 'Run cancelled.',
    isHarmless: false,
  },
  retry: {
    operation: 'retryAutomationRun',
    label: 'Retry',
    icon: RotateCw,
    title: 'Retry this run?',
    lost: 'The run resumes at the step where it ended, with the steps that it started with. It can send email.',
    confirmLabel: 'Retry run',
    done: 'Run resumed.',
    isHarmless: true,
  },
} as const;

/** Why no run of an automation is taken up again that is off. */
export const RETRY_OFF = 'The automation is off. Turn it on to retry runs.';

interface RunActsProps {
  automationId: string;
  /** Whether the automation is off. */
  isOff: boolean;
  run: Pick<AutomationRun, 'id' | 'status' | 'email'>;
}

/** The button that its state has; none for a run that is completed. */
export function RunActs({ automationId, isOff, run }: RunActsProps) {
  if (run.status === 'completed') return null;
  const act = run.status === 'running' ? 'cancel' : 'retry';
  const lost = run.email === null ? 'The contact was deleted.' : undefined;
  const refusal = act === 'retry' ? (lost ?? (isOff ? RETRY_OFF : undefined)) : undefined;
  const input = { id: automationId, runId: run.id };
  return <AskedButton key={act} {...ACTS[act]} input={input} refusal={refusal} />;
}
