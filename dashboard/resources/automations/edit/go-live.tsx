// Turns an automation on, or puts what was changed of one that is on into its place: new runs follow it from then on.
import { useState } from 'react';
import type { Automation } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { isSameJson } from '../../../editing/same-json.ts';
import { unsavedWords } from '../../templates/editor/acts/work-act.ts';
import { runsText, turnOnWords } from '../words.ts';
import { automationBody, draftOf, LIVE_FIELDS } from './automation-draft.ts';
import type { StepFault } from './step-faults.ts';
import { unfinishedWords } from './unfinished.tsx';
import type { AutomationDraft } from './use-automation-draft.ts';

interface GoLiveProps {
  automation: Automation;
  draft: AutomationDraft;
  faults: readonly StepFault[];
}

/** The button, and its question. Typed text is saved first; editing is not possible during the question. */
export function GoLive({ automation, draft, faults }: GoLiveProps) {
  const { id, updated_at, status } = automation;
  const { graph, reentry, answers } = draft.values;
  const isOn = status === 'enabled';
  const [isOpen, setOpen] = useState(false);
  const change = useChange('updateAutomation', {
    onSuccess: (answer) => {
      setOpen(false);
      draft.adopt(answer);
      notify(isOn ? 'Changes published.' : 'Automation turned on.');
    },
  });
  const body = automationBody({ graph, reentry, answers });
  const refusal = useRefusal('updateAutomation') ?? notYet(automation, draft, faults);
  return (
    <>
      <Button
        variant="filled"
        refusal={refusal}
        onPress={() => {
          draft.retry();
          setOpen(true);
        }}
      >
        {isOn ? 'Publish changes' : 'Turn on'}
      </Button>
      <ConfirmDialog
        title={isOn ? 'Publish these changes?' : 'Turn on this automation?'}
        lost={isOn ? liveWords(automation) : turnOnWords(automation.trigger)}
        confirmLabel={isOn ? 'Publish changes' : 'Turn on automation'}
        isHarmless
        isOpen={isOpen}
        onClose={() => {
          change.reset();
          setOpen(false);
        }}
        onConfirm={() =>
          change.mutate(
            { id, body: { ...body, status: 'enabled', if_updated_at: updated_at } },
            { onError: (failure) => draft.setRefused({ failure, graph }) },
          )
        }
        isBusy={change.isPending}
        refusal={
          isOpen
            ? (refusal ?? (draft.state === 'saving' ? 'Your changes are being saved.' : undefined))
            : undefined
        }
        failure={change.error && <FailureNote failure={change.error} />}
      />
    </>
  );
}

function notYet(
  automation: Automation,
  draft: AutomationDraft,
  faults: readonly StepFault[],
): string | undefined {
  if (draft.values.graph.steps.length === 0) return 'Add a step first.';
  const unfinished = unfinishedWords(faults);
  if (unfinished !== undefined) return unfinished;
  if (draft.state === 'conflict') return 'Resolve the conflicting changes first.';
  if (automation.status === 'disabled') return unsavedWords(draft.state);
  const live = draftOf(automation);
  const isChanged = LIVE_FIELDS.some((field) => !isSameJson(live[field], draft.values[field]));
  return isChanged ? undefined : 'There are no changes to publish.';
}

function liveWords({ health }: Automation): string {
  const running = runsText(health.running);
  const keep =
    health.running === 1
      ? '1 run in progress keeps its current steps. '
      : `${running} runs in progress keep their current steps. `;
  return `${health.running === 0 ? '' : keep}New runs use the new steps.`;
}
