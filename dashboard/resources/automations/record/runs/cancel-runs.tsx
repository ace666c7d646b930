// Cancels all runs in progress; the automation stays on, and starts others.
import Ban from 'lucide-react/icons/ban';
import type { Automation } from '../../../../api/generated/types.ts';
import { AskedButton } from '../../../../records/asked-button.tsx';
import { runsText } from '../../words.ts';

/** The button, with its question. */
export function CancelRuns({ automation: { id, health } }: { automation: Automation }) {
  const [end, are] =
    health.running === 1 ? ['run ends', 'its current step'] : ['runs end', 'their current step'];
  return (
    <AskedButton
      operation="cancelAutomationRuns"
      input={{ id }}
      size="small"
      icon={Ban}
      label="Cancel all"
      refusal={health.running === 0 ? 'No runs are in progress.' : undefined}
      title="Cancel all runs in progress?"
      lost={`${runsText(health.running)} ${end} at ${are}, and these contacts get no more mail from them. The automation itself does not change.`}
      confirmLabel="Cancel runs"
      done="Cancelling runs."
    />
  );
}
