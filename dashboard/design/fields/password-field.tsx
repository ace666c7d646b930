// A password, with a button that shows it: people type long ones better when they can look
// (https://pages.nist.gov/800-63-4/sp800-63b.html).
import { useState } from 'react';
import styles from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'isMono'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      isMono={isShown}
      suffix={
        <button
          type="button"
          className={styles.endButton}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
