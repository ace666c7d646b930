// A ring that turns while something runs for longer than a moment; its label is what runs.
import styles from './spinner.module.css';

export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
