// A switch: on or off, at once. Where a form has to be saved first, use a Checkbox.
import { Choice } from './checkbox.tsx';
import styles from './choice.module.css';

interface SwitchProps {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  hint?: string | undefined;
  refusal?: string | undefined;
  isLabelHidden?: boolean | undefined;
}

export function Switch(props: SwitchProps) {
  return <Choice {...props} role="switch" className={styles.switch} />;
}
