// Where a run stands, in a row of their list. Pure.

import type { AutomationRunItem } from '../../../../api/generated/types.ts';
import { capitalised } from '../../../../format/capitalised.ts';
import { CANCELLED_REASONS, delayWords } from '../../run/run-words.ts';

type RunPosition = Pick<AutomationRunItem, 'status' | 'current_step' | 'reason'>;

/** "At pause", "Held back at mail: the daily quota is used up", "The template was not found." */
export function whereWords({ status, current_step: step, reason }: RunPosition): string {
  if (status === 'running') {
    const at = step === null ? '' : ` at ${step}`;
    return reason === null ? capitalised(at.trim()) || 'Starting' : `Held back${at}: ${delayWords(reason)}`;
  }
  if (reason === null) return '';
  return status === 'cancelled' ? capitalised(CANCELLED_REASONS[reason] ?? reason) : reason;
}
