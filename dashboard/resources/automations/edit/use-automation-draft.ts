// The draft of an automation: saved as one types while it is off. While it is on, what runs follow is held back in this
// browser until it is put live (go-live.tsx); another person may turn it on or off at any time.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { type ApiFailure, asFailure } from '../../../api/failure.ts';
import type { Automation } from '../../../api/generated/types.ts';
import { readOf } from '../../../api/use-call.ts';
import { type DraftInUse, useDraft } from '../../../editing/use-draft.ts';
import { graphFaults } from '../graph/faults.ts';
import type { EditedGraph } from '../graph/graph.ts';
import type { NamesInSteps } from '../graph/step-forms.ts';
import { useStepNames } from '../record/steps/use-step-names.ts';
import {
  AUTOMATION_LABELS,
  automationBody,
  draftOf,
  type EditedAutomation,
  LIVE_FIELDS,
  outlinesOf,
} from './automation-draft.ts';
import { aboutGraph, type RefusedGraph } from './step-faults.ts';

/** The draft, with the facts about its graph. */
export interface AutomationDraft extends DraftInUse<EditedAutomation> {
  /** Undefined: they are not read yet. */
  names: NamesInSteps | undefined;
  /** The graph that the API has refused last. */
  refused: RefusedGraph | undefined;
  setRefused(refused: RefusedGraph | undefined): void;
  /** Called when it was put live: the API has it in its own form, which is edited from now on. */
  adopt(automation: Automation): void;
  /** Why something is not saved though it is finished. */
  notSavedWords: string | undefined;
}

/** The draft. */
export function useAutomationDraft(automation: Automation): AutomationDraft {
  const { status, audience_id } = automation;
  const client = useQueryClient();
  const [refused, setRefused] = useState<RefusedGraph>();
  const draft = useSavedDraft(automation, setRefused);
  const { values, state } = draft;
  const names = useStepNames(values.graph, audience_id);
  const isOn = status === 'enabled';
  const isKnown = names !== undefined;
  const isHeld = (field: string, graph: EditedGraph) =>
    isOn || (field === 'graph' && names !== undefined && graphFaults(graph, names.fields).length > 0);
  const change = (changes: Partial<EditedAutomation>) => {
    const held = LIVE_FIELDS.filter(
      (field) => field in changes && isHeld(field, changes.graph ?? values.graph),
    );
    draft.change(changes, held);
  };
  const checkAgain = useEffectEvent(() => {
    const { graph, reentry, answers } = values;
    if (state !== 'saved' && (isOn || isKnown)) change({ graph, reentry, answers });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields are held back, once it is turned on or off.
  useEffect(() => checkAgain(), [isOn, isKnown]);
  return {
    ...draft,
    change,
    names,
    refused,
    setRefused,
    adopt: (live) => {
      setRefused(undefined);
      const { graph, reentry, answers } = draftOf(live);
      change({ graph, reentry, answers });
      client.setQueryData(readOf('getAutomation', { id: live.id }).queryKey, live);
    },
    notSavedWords: isOn ? 'Unpublished changes.' : undefined,
    conflicts: draft.conflicts.map((conflict) => (names ? inWords(conflict, names) : conflict)),
  };
}

function useSavedDraft(automation: Automation, onRefused: (refused: RefusedGraph | undefined) => void) {
  const { id } = automation;
  const client = useQueryClient();
  return useDraft({
    of: `automations/${id}`,
    record: automation,
    valuesOf: draftOf,
    labels: AUTOMATION_LABELS,
    save: async (changes, ifUpdatedAt) => {
      try {
        const body = { ...automationBody(changes), if_updated_at: ifUpdatedAt };
        const saved = await call('updateAutomation', { id, body });
        client.setQueryData(readOf('getAutomation', { id }).queryKey, saved);
        if (changes.graph) onRefused(undefined);
        return saved;
      } catch (error) {
        const failure: ApiFailure = asFailure(error);
        if (changes.graph) onRefused({ failure, graph: changes.graph });
        throw aboutGraph(failure);
      }
    },
    read: () => call('getAutomation', { id }),
  });
}

/** The graphs to choose from, as outlines. */
function inWords(
  conflict: DraftInUse<EditedAutomation>['conflicts'][number],
  names: NamesInSteps,
): DraftInUse<EditedAutomation>['conflicts'][number] {
  if (conflict.field !== 'graph') return conflict;
  const [mine, theirs] = outlinesOf(conflict.mine as EditedGraph, conflict.theirs as EditedGraph, names);
  return { ...conflict, mine, theirs };
}
