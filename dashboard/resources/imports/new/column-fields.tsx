// The columns of a file, each with some of its cells and what it becomes. There may be 1,000, so a row is drawn again only
// when it changes.
import { memo, useCallback, useMemo } from 'react';
import { isPropertyKey } from '../../../../shared/contract/contact-properties/keys.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { type MappingFaults, misfitWords } from '../mapping/faults.ts';
import { cellsOf, type FirstRows, guessType, samplesOf } from '../mapping/guess.ts';
import {
  type ColumnTarget,
  type KnownProperty,
  keyOfName,
  targetId,
  targetOf,
  targetOptions,
} from '../mapping/target.ts';
import css from './new-import.module.css';

/** Cells that are shown of a column, and characters of each. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

interface ColumnFieldsProps {
  table: FirstRows;
  targets: readonly ColumnTarget[];
  /** Called on a change; it stays the same function between drawings. */
  onChange(change: ChangeTargets): void;
  properties: readonly KnownProperty[];
  faults: MappingFaults;
}

/** Makes other targets of those that are chosen. */
export type ChangeTargets = (targets: readonly ColumnTarget[]) => ColumnTarget[];

/** The columns. */
export function ColumnFields({ table, targets, onChange, properties, faults }: ColumnFieldsProps) {
  const options = useMemo(() => targetOptions(properties), [properties]);
  const keepable = useMemo(() => keepableOf(table, targets), [table, targets]);
  const change = useCallback(
    (position: number, target: ColumnTarget) =>
      onChange((before) => before.map((each, at) => (at === position ? target : each))),
    [onChange],
  );
  return (
    <Section
      title="Columns"
      description="Choose what each column of the file becomes. Columns that you leave out are not read."
      actions={
        keepable.size > 0 && (
          <Button
            size="small"
            onPress={() =>
              onChange((before) => before.map((target, position) => keepable.get(position) ?? target))
            }
          >
            {keepable.size === 1 ? 'Keep the one left out' : `Keep the ${keepable.size} left out`} as new
            properties
          </Button>
        )
      }
    >
      <ul className={css['columns']}>
        {targets.map((target, position) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position: names may repeat.
            key={position}
            name={table.header[position] ?? ''}
            position={position}
            table={table}
            target={target}
            options={options}
            misfits={misfitWords(table, position, target, properties)}
            error={faults.columns.get(position)}
            keyError={faults.keys.get(position)}
            onChange={change}
          />
        ))}
      </ul>
    </Section>
  );
}

/** New properties for the columns that are left out and can be one. */
function keepableOf({ header, rows }: FirstRows, targets: readonly ColumnTarget[]) {
  const used = new Set(targets.flatMap((target) => ('key' in target ? [target.key] : [])));
  const found = new Map<number, ColumnTarget>();
  for (const [position, target] of targets.entries()) {
    const key = keyOfName(header[position] ?? '');
    if (target.to !== 'nothing' || !isPropertyKey(key) || used.has(key)) continue;
    used.add(key);
    found.set(position, { to: 'new', key, type: guessType(cellsOf(rows, position)) });
  }
  return found;
}

interface ColumnRowProps {
  name: string;
  position: number;
  table: FirstRows;
  target: ColumnTarget;
  options: readonly { id: string; label: string }[];
  misfits: string | undefined;
  error: string | undefined;
  keyError: string | undefined;
  onChange(position: number, target: ColumnTarget): void;
}

const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { name, position, table, target, options, misfits, error, keyError, onChange } = props;
  const shown = name.trim().slice(0, SAMPLE_LENGTH) || `Column ${position + 1}`;
  const samples = samplesOf(table.rows, position, SAMPLES);
  return (
    <li className={css['column']}>
      <div className={css['file']}>
        <div className={css['name']}>{shown}</div>
        <ul className={css['samples']} aria-label={`Cells of ${shown}`}>
          {samples.map((sample) => (
            <li key={sample}>{sample.slice(0, SAMPLE_LENGTH)}</li>
          ))}
          {samples.length === 0 && <li>Empty in the first rows</li>}
        </ul>
      </div>
      <div className={css['becomes']}>
        <Select
          label={`${shown} becomes`}
          isLabelHidden
          value={targetId(target)}
          onChange={(id) => onChange(position, targetOf(id, name))}
          options={options}
          hint={misfits}
          error={error}
        />
        {target.to === 'new' && (
          <TextField
            label={`Key of the property for ${shown}`}
            isLabelHidden
            value={target.key}
            onChange={(key) => onChange(position, { ...target, key })}
            placeholder="plan"
            suffix="Key"
            error={keyError}
            isMono
          />
        )}
      </div>
    </li>
  );
});
