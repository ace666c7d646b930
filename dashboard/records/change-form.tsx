// The form of one change: what the API refuses stands at its field or above the form, one submit at a time, and the
// button and Enter say the same to a person who may not submit.
import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import { formFailure } from '../api/form-failure.ts';
import { Button } from '../design/controls/button.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Form, FormActions } from '../design/layout/form.tsx';

interface ChangeFormProps {
  /** The result of `useChange`. */
  change: { isPending: boolean; error: ApiFailure | null };
  /** The result of `useRefusal`. */
  refusal: string | undefined;
  /** Fields of the API that show their own error. */
  fields: readonly string[];
  onSubmit(): void;
  /** The label of the button. */
  submitLabel: string;
  onCancel?: () => void;
  hasLegend?: boolean;
  /** Whether the page has a filled button already. */
  isPlain?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** The form. */
export function ChangeForm(props: ChangeFormProps) {
  const {
    change,
    refusal,
    fields,
    onSubmit,
    submitLabel,
    onCancel,
    hasLegend,
    isPlain = false,
    children,
  } = props;
  const failure = formFailure(change.error, fields);
  return (
    <Form
      onSubmit={onSubmit}
      isBusy={change.isPending}
      refusal={refusal}
      hasLegend={hasLegend}
      error={failure && <FailureNote failure={failure} />}
    >
      {children}
      <FormActions>
        <Button
          type="submit"
          variant={isPlain ? 'plain' : 'filled'}
          isBusy={change.isPending}
          refusal={refusal}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button refusal={change.isPending ? 'Your changes are being saved.' : undefined} onPress={onCancel}>
            Cancel
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
