// The box that marks a row, or all of them from the head of the list. It is always seen, so that one knows what a list can do.
// Keys have `x` and Shift instead, so that a list keeps one stop of the tab key per row.
import css from './mark-box.module.css';

interface MarkBoxProps {
  /** For screen readers. */
  label: string;
  isMarked: boolean;
  /** Some rows of all are. */
  isPartly?: boolean;
  /** @param isRange whether Shift is pressed */
  onChange(isRange: boolean): void;
}

/** The box. */
export function MarkBox({ label, isMarked, isPartly = false, onChange }: MarkBoxProps) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      type="checkbox"
      tabIndex={-1}
      className={css['box']}
      aria-label={label}
      checked={isMarked}
      // React makes the change of a click.
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}
