// A first draft by the language model that the operator has named: what it writes takes the place of what is there, and can be
// taken back.
import { useState } from 'react';
import { fieldError } from '../../../../api/form-failure.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { TextArea } from '../../../../design/fields/text-area.tsx';
import { Dialog } from '../../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../../records/change-form.tsx';
import type { WorkDialogProps } from './work-act.ts';

/** The dialog. */
export function SuggestDraft({ isOpen, onClose, onSuggested }: WorkDialogProps) {
  return (
    <Dialog title="Suggest a first draft" isOpen={isOpen} onClose={onClose}>
      <SuggestForm onClose={onClose} onSuggested={onSuggested} />
    </Dialog>
  );
}

function SuggestForm({ onClose, onSuggested }: Pick<WorkDialogProps, 'onClose' | 'onSuggested'>) {
  const [prompt, setPrompt] = useState('');
  const suggest = useChange('generateTemplate', {
    onSuccess: (suggestion) => {
      onSuggested(suggestion);
      onClose();
    },
  });
  return (
    <ChangeForm
      change={suggest}
      refusal={useRefusal('generateTemplate')}
      fields={['prompt']}
      onSubmit={() => suggest.mutate({ body: { prompt } })}
      submitLabel="Suggest"
      onCancel={onClose}
    >
      <TextArea
        label="What should the email say?"
        value={prompt}
        onChange={setPrompt}
        error={fieldError(suggest.error, 'prompt')}
        rows={5}
        placeholder="Welcome new customers of our bakery, and say when we are open."
        hint="The draft replaces the subject, preview text, source and variables. It costs 1 AI credit and can take a minute."
        autoFocus
      />
    </ChangeForm>
  );
}
