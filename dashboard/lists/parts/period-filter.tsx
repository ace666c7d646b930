// The filter of a list by time: the last hour, day or week, or two moments that a dialog asks for. It sets `since` and
// `until` together.
import { useState } from 'react';
import { Select } from '../../design/fields/select.tsx';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { shortMoment } from '../../format/local-time.ts';
import type { Period } from './period-dialog.tsx';

const PeriodDialog = loadedDialog(() => import('./period-dialog.tsx').then((it) => it.PeriodDialog));

interface PeriodFilterProps {
  label: string;
  value: Period;
  onChange(value: Period): void;
}

const ANY = 'any';
const BETWEEN = 'between';
const PRESENT = 'present';
const PRESETS = [
  { id: '1 hour ago', label: 'Last hour' },
  { id: '24 hours ago', label: 'Last 24 hours' },
  { id: '7 days ago', label: 'Last 7 days' },
];

/** The choice of a period. */
export function PeriodFilter({ label, value, onChange }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const preset = value.until === '' ? PRESETS.find(({ id }) => id === value.since) : undefined;
  const isAny = value.since === '' && value.until === '';
  const present = isAny || preset ? [] : [{ id: PRESENT, label: periodWords(value) }];
  const choose = (id: string) => {
    if (id === BETWEEN) setOpen(true);
    else if (id !== PRESENT) onChange({ since: id === ANY ? '' : id, until: '' });
  };
  return (
    <>
      <Select
        label={label}
        isLabelHidden
        value={isAny ? ANY : (preset?.id ?? PRESENT)}
        onChange={choose}
        options={[
          { id: ANY, label: `${label}: any` },
          ...PRESETS,
          ...present,
          { id: BETWEEN, label: 'Between two times…' },
        ]}
      />
      <PeriodDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        value={value}
        onChange={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </>
  );
}

/** A period in words. */
export function periodWords({ since, until }: Period): string {
  if (since === '') return `Before ${shortMoment(until)}`;
  if (until === '') return `Since ${shortMoment(since)}`;
  return `${shortMoment(since)} – ${shortMoment(until)}`;
}
