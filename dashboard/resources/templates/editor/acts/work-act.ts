// An act of the editor that has a dialog: suggest, send a test, publish. What is stored is sent and published, so what is typed
// is saved first.
import { useState } from 'react';
import type { Template, TemplateSuggestion } from '../../../../api/generated/types.ts';
import { notify } from '../../../../design/feedback/toaster.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import type { Samples } from '../preview/use-samples.ts';
import type { TemplateDraft } from '../template-draft.ts';

/** An act with a dialog. */
export type WorkAct = 'suggest' | 'test' | 'publish';

/** The props of the dialogs. */
export interface WorkDialogProps {
  template: Template;
  sample: Samples['body'];
  /** Whether everything is saved. */
  isSaved: boolean;
  onSuggested(suggestion: TemplateSuggestion): void;
  isOpen: boolean;
  onClose(): void;
}

/** The act whose dialog is open, and a function that opens one: typed text is saved first. */
export function useWorkAct({ state, retry }: DraftInUse<TemplateDraft>) {
  const [act, setAct] = useState<WorkAct>();
  // It waits for the save; after a refused save it would open unexpectedly late.
  if (act === 'publish' && unsavedWords(state) !== undefined) setAct(undefined);
  return {
    act,
    begin: (next: WorkAct | undefined) => {
      const unsaved = unsavedWords(state);
      if (next !== undefined && unsaved !== undefined) return notify(unsaved, { kind: 'bad' });
      if (next !== undefined && state === 'saving') retry();
      setAct(next);
    },
  };
}

/** Why it cannot be sent or published; undefined: it can, at the latest once it is saved. */
export function unsavedWords(state: DraftInUse<TemplateDraft>['state']): string | undefined {
  const isHeld = state !== 'saved' && state !== 'saving';
  return isHeld ? 'Your changes are not saved yet. The reason is shown next to the name.' : undefined;
}
