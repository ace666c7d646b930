// A field for a colour as `#rrggbb`: typed, or picked with what the browser has for it. Empty is a default that the field
// shows.
import styles from './color-field.module.css';
import type { FieldProps } from './field.tsx';
import { TextField } from './text-field.tsx';

/** The form that a browser's color picker accepts. */
const PICKABLE = /^#[0-9a-f]{6}$/i;

interface ColorFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** `#ffffff`: what empty means. */
  fallback: string;
  name?: string | undefined;
  isReadOnly?: boolean | undefined;
}

export function ColorField({ fallback, ...field }: ColorFieldProps) {
  const { label, value, onChange, isReadOnly = false } = field;
  return (
    <TextField
      {...field}
      placeholder={fallback}
      maxLength={fallback.length}
      isMono
      suffix={
        <input
          type="color"
          className={styles.swatch}
          aria-label={`Pick: ${label}`}
          value={PICKABLE.test(value) ? value : fallback}
          onChange={(event) => onChange(event.target.value)}
          disabled={isReadOnly}
        />
      }
    />
  );
}
