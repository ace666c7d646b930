// Takes a suggestion over into the draft; an undo brings back what was there.
import type { TemplateSuggestion } from '../../../../api/generated/types.ts';
import { notify } from '../../../../design/feedback/toaster.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import { suggestedDraft, type TemplateDraft } from '../template-draft.ts';

/** @returns takes one over */
export function useSuggested({ values, change }: DraftInUse<TemplateDraft>) {
  return (suggestion: TemplateSuggestion) => {
    const { subject, preview_text, source, variables } = values;
    change(suggestedDraft(suggestion));
    notify('Suggestion added.', {
      undo: () => change({ subject, preview_text, source, variables }),
    });
  };
}
