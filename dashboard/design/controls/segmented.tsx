// A choice of two to five short options that takes effect at once: a period, a view. Native radio buttons, so arrows
// move and a form needs nothing more.
import { useId } from 'react';
import styles from './segmented.module.css';

interface SegmentedProps {
  label: string;
  options: readonly { id: string; label: string }[];
  selected: string;
  onSelect: (id: string) => void;
}

export function Segmented({ label, options, selected, onSelect }: SegmentedProps) {
  const name = useId();
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.id === selected}
            onChange={() => onSelect(option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
