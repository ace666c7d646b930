// The dialog that gives a template another name or alias. Neither has versions: both change at once.
import { TEMPLATE_ALIAS_MAX_LENGTH, TEMPLATE_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import type { Template } from '../../../api/generated/types.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { changeDialog } from '../../../records/change-dialog.tsx';

/** The dialog. */
export const RenameTemplate = changeDialog({
  operation: 'updateTemplate',
  title: 'Rename template',
  fields: ['name', 'alias'],
  begin: ({ name, alias }: Template) => ({ name, alias: alias ?? '' }),
  input: ({ name, alias }, { id, updated_at }) => ({
    id,
    body: { name, alias: alias || null, if_updated_at: updated_at },
  }),
  submitLabel: 'Rename',
  Fields: ({ field }) => (
    <>
      <TextField {...field('name')} label="Name" maxLength={TEMPLATE_NAME_MAX_LENGTH} autoFocus />
      <TextField
        {...field('alias')}
        label="Alias"
        hint="Programs use the alias to send this template. After a change, sends with the old alias fail."
        maxLength={TEMPLATE_ALIAS_MAX_LENGTH}
        isMono
      />
    </>
  ),
  onDone: (_template, { close }) => close(),
});
