// The fields of the schema of an event: a row each with its name and its type. By keyboard: the button below adds a row and
// leads into it, and the row that takes the place of a removed one gets the focus.
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { EVENT_FIELDS_MAX } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import css from './schema.module.css';
import { emptyRow, type FieldRow, type FieldType, isFull, TYPE_OPTIONS } from './schema-draft.ts';

interface SchemaFieldsProps {
  rows: readonly FieldRow[];
  onChange(rows: readonly FieldRow[]): void;
  /** The faults by the id of the row. */
  faults: ReadonlyMap<string, string>;
  /** The API's message about the schema. */
  error?: string | undefined;
}

/** The rows. */
export function SchemaFields({ rows, onChange, faults, error }: SchemaFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focusRow = useFocusRow(list, rows);
  const add = () => {
    focusRow(rows.length);
    onChange([...rows, emptyRow(rows)]);
  };
  const remove = (place: number) => {
    focusRow(Math.min(place, rows.length - 2));
    onChange(rows.filter((_, index) => index !== place));
  };
  const change = (id: string, part: Partial<FieldRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <fieldset ref={list} className={css['fields']}>
      <legend className={css['legend']}>Fields of the payload</legend>
      <p className={css['hint']}>
        {rows.length === 0
          ? 'Without fields, any payload is accepted.'
          : 'All fields are optional, and other fields are allowed. A field that is present must have its type.'}
      </p>
      {error !== undefined && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      {rows.map((row, place) => (
        <div key={row.id} className={css['row']} data-row>
          <TextField
            label={`Name of field ${place + 1}`}
            isLabelHidden
            value={row.name}
            onChange={(name) => change(row.id, { name })}
            error={faults.get(row.id)}
            placeholder="total"
            isMono
          />
          <Select
            label={`Type of field ${place + 1}`}
            isLabelHidden
            value={row.type}
            onChange={(type) => change(row.id, { type: type as FieldType })}
            options={TYPE_OPTIONS}
          />
          <IconButton label={`Remove field ${place + 1}`} icon={X} onPress={() => remove(place)} />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={Plus}
          onPress={add}
          refusal={isFull(rows) ? `A schema has up to ${EVENT_FIELDS_MAX} fields.` : undefined}
        >
          Add a field
        </Button>
      </div>
    </fieldset>
  );
}

/** @returns a function that moves the focus to a row once it is drawn; without rows, to the button that adds one */
function useFocusRow(list: { current: HTMLElement | null }, rows: readonly FieldRow[]) {
  const wanted = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are drawn when they change.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = list.current?.querySelectorAll('[data-row]')[wanted.current];
    const target =
      row?.querySelector('input') ?? list.current?.querySelector<HTMLElement>(':scope > div > button');
    wanted.current = undefined;
    target?.focus();
  }, [rows]);
  return (place: number) => {
    wanted.current = place;
  };
}
