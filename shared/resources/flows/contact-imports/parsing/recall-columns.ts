// The columns of a file as an earlier run of the import has decided about them, so that properties which are created,
// deleted or beyond the limit in the meantime do not change what its later rows give.
import { fieldsByKey } from '../../../../contract/contacts/fields.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { FullContactImport, ImportColumns } from '../contact-import.ts';
import { type Columns, existingColumns, propertyColumnField } from './columns.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/**
 * Finds the columns again. Those of deleted properties are left out.
 * @throws UnreadableFileError when the column map names a property that was deleted
 */
export function recallColumns(
  header: readonly string[],
  { columnMap }: Pick<FullContactImport, 'columnMap'>,
  { used }: ImportColumns,
  existing: readonly ContactProperty[],
): Columns {
  const positions = new Map(used.map(([position, , field]) => [field, position]));
  const email = positions.get('email');
  if (email === undefined) throw new Error('The columns of an import have no address.');
  const properties = existing.flatMap(({ key, type }) => {
    const position = positions.get(propertyColumnField(key));
    return position === undefined ? [] : [{ key, type, position }];
  });
  const keys = new Set(existing.map(({ key }) => key));
  const deleted = columnMap?.properties.find(
    ([key]) => positions.has(propertyColumnField(key)) && !keys.has(key),
  );
  if (deleted) throw new UnreadableFileError(`The contact property \`${deleted[0]}\` was deleted.`);
  const fields = fieldsByKey(({ column }) => positions.get(column));
  return existingColumns(
    header,
    {
      email,
      ...fields,
      unsubscribed: positions.get('unsubscribed'),
      tracking: positions.get('tracking'),
      properties,
    },
    existing,
  );
}
