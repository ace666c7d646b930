// The dialog that makes a template, blank or from one that is complete, and opens its editor.
import { TEMPLATE_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { APP_BASE } from '../../../api/base.ts';
import type { CreateTemplateBody } from '../../../api/generated/types.ts';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { changeDialog } from '../../../records/change-dialog.tsx';
import { editorPath } from '../list.ts';
import { BLANK, STARTER_CHOICES, starterChoice } from './starters/starter-choices.ts';
import { STARTERS } from './starters/starters.ts';

const WRITTEN = 'written';
const BEGINNINGS = [
  { id: BLANK, label: 'Blank', hint: 'An empty page of code.' },
  { id: WRITTEN, label: 'Written', hint: 'You write it as it will look, without code.' },
  ...STARTER_CHOICES,
];

interface NewTemplate {
  name: string;
  /** `blank`, `written`, or the id of what it begins with. */
  beginning: string;
}

/** The dialog; `of` is what is chosen at first. */
export const CreateTemplate = changeDialog({
  operation: 'createTemplate',
  title: 'New template',
  fields: ['name'],
  begin: (of: string): NewTemplate => ({
    name: starterChoice(of)?.label ?? '',
    beginning: starterChoice(of)?.id ?? BLANK,
  }),
  input: ({ name, beginning }) => {
    const choice = starterChoice(beginning);
    const content = choice ? STARTERS[choice.id] : { editor: beginning === WRITTEN ? 'write' : 'code' };
    return { body: { name: name.trim(), ...content } as CreateTemplateBody };
  },
  submitLabel: 'Create the template',
  Fields: ({ field, draft, set }) => (
    <>
      <TextField
        {...field('name')}
        label="Name"
        placeholder="Order confirmed"
        maxLength={TEMPLATE_NAME_MAX_LENGTH}
        autoFocus
      />
      <RadioCards
        label="Begin with"
        value={draft.beginning}
        onChange={(beginning) => set({ beginning, name: nameAfter(draft, beginning) })}
        options={BEGINNINGS}
      />
    </>
  ),
  // In place of the open dialog, to which Back would lead otherwise.
  onDone: ({ id }) => location.replace(`${APP_BASE}${editorPath(id)}`),
});

/** A name of one's own stays; one that came with a choice goes with it. */
function nameAfter({ name, beginning }: NewTemplate, next: string): string {
  const isOwn = name !== (starterChoice(beginning)?.label ?? '');
  return isOwn ? name : (starterChoice(next)?.label ?? '');
}
