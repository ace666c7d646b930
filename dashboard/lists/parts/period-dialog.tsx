// Asks for the two moments of the filter of a list by time.
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { fromLocalInput, toLocalInput } from '../../format/local-time.ts';

/** The two ends; an empty one is open. */
export type Period = {
  since: string;
  until: string;
};

interface PeriodDialogProps {
  isOpen: boolean;
  onClose(): void;
  value: Period;
  onChange(value: Period): void;
}

/** The dialog. */
export function PeriodDialog({ isOpen, onClose, value, onChange }: PeriodDialogProps) {
  return (
    <Dialog title="Between two times" isOpen={isOpen} onClose={onClose}>
      <PeriodForm value={value} onChange={onChange} />
    </Dialog>
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
        hint="In your time zone. Leave a field empty for no limit."
      />
      <FormActions>
        <Button type="submit" variant="filled">
          Show period
        </Button>
      </FormActions>
    </Form>
  );
}
