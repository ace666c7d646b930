// The frame of every field: its label, its hint and its error, tied to the control by ids. The error stands at the
// field, and the control points to it (aria-invalid, aria-describedby).
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { TextWithCode } from '../text/text-with-code.tsx';
import styles from './field.module.css';

/** The common props of fields. */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean | undefined;
  /** For the screen reader only: the place says what the field is. */
  isLabelHidden?: boolean | undefined;
}

/** The props with which a control belongs to its field. */
export interface ControlProps {
  id: string;
  className: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

export function Field({
  label,
  hint,
  error,
  isRequired = false,
  isLabelHidden = false,
  children,
}: FieldFrameProps) {
  const id = useId();
  const control: ControlProps = {
    id,
    className: styles.control ?? '',
    required: isRequired,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy(id, hint, error),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </label>
      {children(control)}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The ids of the notes below a control. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
  return ids.filter((part) => part !== '').join(' ') || undefined;
}

/** The hint and the error below a control; describedBy() names their ids. */
export function FieldNotes({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <div id={`${id}-error`} className={styles.error}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
          <span>
            <TextWithCode text={error} />
          </span>
        </div>
      )}
    </>
  );
}

/** "Required" as a star for the eye; the control itself says it to screen readers. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden="true">
      {' '}
      *
    </span>
  );
}
