// The buttons of the acts of the editor, and their dialogs.
import Send from 'lucide-react/icons/send';
import Sparkles from 'lucide-react/icons/sparkles';
import { HAS_LANGUAGE_MODEL } from '../../../../api/base.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import type { DraftInUse } from '../../../../editing/use-draft.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { unsavedWords, type WorkAct, type WorkDialogProps } from './work-act.ts';

const PublishTemplate = loadedDialog(() =>
  import('../../publish/publish-template.tsx').then((it) => it.PublishTemplate),
);
const SendTest = loadedDialog(() =>
  import('../../mail/send-test.tsx').then((it) => it.SendTest<'testTemplate'>),
);
const SuggestDraft = loadedDialog(() => import('./suggest-draft.tsx').then((it) => it.SuggestDraft));

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
      <SendTest
        operation="testTemplate"
        id={of.template.id}
        values={{ variables: of.sample.variables }}
        valuesInWords="The email uses your sample values. The contact is the one with this address, if the audience has it."
        isSaved={of.isSaved}
        isOpen={act === 'test'}
        onClose={of.onClose}
      />
      <PublishTemplate template={of.template} isOpen={act === 'publish' && of.isSaved} onClose={of.onClose} />
    </>
  );
}
