// The dialog that gives a segment another name. One by rules is renamed where they are edited as well.
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import type { Segment } from '../../../api/generated/types.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { changeDialog } from '../../../records/change-dialog.tsx';

/** The dialog. */
export const RenameSegment = changeDialog({
  operation: 'updateSegment',
  title: 'Rename segment',
  fields: ['name'],
  begin: ({ name }: Segment) => ({ name }),
  input: ({ name }, { id, updated_at }) => ({ id, body: { name, if_updated_at: updated_at } }),
  submitLabel: 'Rename',
  Fields: ({ field }) => (
    <TextField {...field('name')} label="Name" maxLength={LIST_NAME_MAX_LENGTH} autoFocus />
  ),
  onDone: (_segment, { close }) => close(),
});
