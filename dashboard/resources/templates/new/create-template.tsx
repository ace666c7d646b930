// The dialog that makes a template, blank or from one that is complete, and opens its editor.
import { useEffect, useEffectEvent } from 'react';
import { TEMPLATE_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { APP_BASE } from '../../../api/base.ts';
import { useCall } from '../../../api/use-call.ts';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { changeDialog, type DraftForm } from '../../../records/change-dialog.tsx';
import { editorPath } from '../list.ts';
import type { PageColors } from '../write/document/document.ts';
import { BLANK, STARTER_CHOICES, starterChoice } from './starters/starter-choices.ts';
import { starterContent } from './starters/starters.ts';

const WRITTEN = 'written';
const BEGINNINGS = [
  { id: BLANK, label: 'Blank', hint: 'Start with an empty HTML file.' },
  { id: WRITTEN, label: 'Visual editor', hint: 'Write the email as it will look, without code.' },
  ...STARTER_CHOICES,
];

interface NewTemplate {
  name: string;
  /** `blank`, `written`, or the id of what it begins with. */
  beginning: string;
  /** The colors of the unsubscribe page, once they are known. */
  colors?: PageColors;
}

/** The dialog; `of` is the initial choice. */
export const CreateTemplate = changeDialog({
  operation: 'createTemplate',
  title: 'New template',
  fields: ['name'],
  begin: (of: string): NewTemplate => ({
    name: starterChoice(of)?.label ?? '',
    beginning: starterChoice(of)?.id ?? BLANK,
  }),
  input: ({ name, beginning, colors }) => {
    const choice = starterChoice(beginning);
    const content = choice
      ? starterContent(choice.id, colors)
      : { editor: beginning === WRITTEN ? ('write' as const) : ('code' as const) };
    return { body: { name: name.trim(), ...content } };
  },
  submitLabel: 'Create template',
  Fields,
  // In place of the open dialog, to which Back would lead otherwise.
  onDone: ({ id }) => location.replace(`${APP_BASE}${editorPath(id)}`),
});

function Fields({ field, draft, set }: DraftForm<NewTemplate, string>) {
  const { data: colors } = useCall('getUnsubscribePage', {});
  const know = useEffectEvent((known: PageColors) => set({ colors: known }));
  useEffect(() => {
    if (colors) know(colors);
  }, [colors]);
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        placeholder="Order confirmed"
        maxLength={TEMPLATE_NAME_MAX_LENGTH}
        autoFocus
      />
      <RadioCards
        label="Start with"
        value={draft.beginning}
        onChange={(beginning) => set({ beginning, name: nameAfter(draft, beginning) })}
        options={BEGINNINGS}
      />
    </>
  );
}

/** The person's own name stays; the name of a choice is replaced with it. */
function nameAfter({ name, beginning }: NewTemplate, next: string): string {
  const isOwn = name !== (starterChoice(beginning)?.label ?? '');
  return isOwn ? name : (starterChoice(next)?.label ?? '');
}
