// The acts of the editor and their dialogs: suggest, send a test, publish. What is stored is sent and published, so what is
// typed is saved first.
import Send from 'lucide-react/icons/send';
import Sparkles from 'lucide-react/icons/sparkles';
import { useState } from 'react';
import { HAS_LANGUAGE_MODEL } from '../../../../api/base.ts';
import type { Template, TemplateSuggestion } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { loadedDialog } from '../../../../design/later/loaded-dialog.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import type { Samples } from '../preview/use-samples.ts';
import type { TemplateDraft } from '../template-draft.ts';

const PublishTemplate = loadedDialog(() =>
  import('../../publish/publish-template.tsx').then((it) => it.PublishTemplate),
);
const SendTest = loadedDialog(() => import('./send-test.tsx').then((it) => it.SendTest));
const SuggestDraft = loadedDialog(() => import('./suggest-draft.tsx').then((it) => it.SuggestDraft));

/** An act with a dialog. */
export type WorkAct = 'suggest' | 'test' | 'publish';

/** What the dialogs are given. */
export interface WorkDialogProps {
  template: Template;
  sample: Samples['body'];
  /** Whether everything is saved. */
  isSaved: boolean;
  onSuggested(suggestion: TemplateSuggestion): void;
  isOpen: boolean;
  onClose(): void;
}

/** The act whose dialog is open, and what opens one: what is typed is saved first. */
export function useWorkAct({ state, retry }: DraftInUse<TemplateDraft>) {
  const [act, setAct] = useState<WorkAct>();
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

function unsavedWords(state: DraftInUse<TemplateDraft>['state']): string | undefined {
  const isHeld = state !== 'saved' && state !== 'saving';
  return isHeld ? 'It is not saved yet: next to the name it says why.' : undefined;
}

interface WorkActionsProps extends Pick<DraftInUse<TemplateDraft>, 'state'> {
  onBegin(act: WorkAct): void;
}

/** The buttons. */
export function WorkActions({ state, onBegin }: WorkActionsProps) {
  const unsaved = unsavedWords(state);
  const suggestRefusal = useRefusal('generateTemplate');
  const testRefusal = useRefusal('testTemplate');
  const publishRefusal = useRefusal('publishTemplate');
  return (
    <>
      {HAS_LANGUAGE_MODEL && (
        <Button icon={Sparkles} refusal={suggestRefusal} onPress={() => onBegin('suggest')}>
          Suggest
        </Button>
      )}
      <Button icon={Send} refusal={testRefusal ?? unsaved} onPress={() => onBegin('test')}>
        Send test
      </Button>
      <Button variant="filled" refusal={publishRefusal ?? unsaved} onPress={() => onBegin('publish')}>
        Publish
      </Button>
    </>
  );
}

interface WorkDialogsProps extends Omit<WorkDialogProps, 'isOpen' | 'onClose'> {
  act: WorkAct | undefined;
  onClose(): void;
}

/** The dialogs. */
export function WorkDialogs({ act, ...of }: WorkDialogsProps) {
  return (
    <>
      {HAS_LANGUAGE_MODEL && <SuggestDraft {...of} isOpen={act === 'suggest'} />}
      <SendTest {...of} isOpen={act === 'test'} />
      <PublishTemplate template={of.template} isOpen={act === 'publish' && of.isSaved} onClose={of.onClose} />
    </>
  );
}
