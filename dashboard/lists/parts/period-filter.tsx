// The filter of a list by time: the last hour, day or week, or two moments that a dialog asks for. It sets `since` and
// `until` together.
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { fromLocalInput, shortMoment, toLocalInput } from '../../format/local-time.ts';

/** The two ends; an empty one is open. */
type Period = {
  since: string;
  until: string;
};

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
      <Dialog title="Between two times" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PeriodForm
          value={value}
          onChange={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Dialog>
    </>
  );
}

/** Its state begins again each time the dialog opens. */
function PeriodForm({ value, onChange }: { value: Period; onChange(value: Period): void }) {
  const [since, setSince] = useState(toLocalInput(value.since));
  const [until, setUntil] = useState(toLocalInput(value.until));
  const submit = () => onChange({ since: fromLocalInput(since), until: fromLocalInput(until) });
  return (
    <Form onSubmit={submit}>
      <TextField label="From" type="datetime-local" value={since} onChange={setSince} autoFocus />
      <TextField
        label="Before"
        type="datetime-local"
        value={until}
        onChange={setUntil}
        hint="In your time zone. An empty field means no limit."
      />
      <FormActions>
        <Button type="submit" variant="filled">
          Show this period
        </Button>
      </FormActions>
    </Form>
  );
}

/** A period in words. */
export function periodWords({ since, until }: Period): string {
  if (since === '') return `Before ${shortMoment(until)}`;
  if (until === '') return `Since ${shortMoment(since)}`;
  return `${shortMoment(since)} – ${shortMoment(until)}`;
}
