// A field of several lines; people may make it taller.
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  name?: string | undefined;
  rows?: number | undefined;
  isMono?: boolean | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  maxLength?: number | undefined;
  isReadOnly?: boolean | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isRequired, isLabelHidden, isMono = false, onChange } = props;
  const focus = { autoFocus: props.autoFocus };
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} isLabelHidden={isLabelHidden}>
      {(control) => (
        <textarea
          {...control}
          {...focus}
          className={classNames(control.className, styles.area, isMono && styles.mono)}
          name={props.name}
          rows={props.rows ?? 4}
          value={props.value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          readOnly={props.isReadOnly}
          spellCheck={!isMono}
        />
      )}
    </Field>
  );
}
