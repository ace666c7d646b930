// The mark of Posthorn and its name: the drawing of shared/contract/appearance/icon.svg, in the accent of the theme.
import styles from './brand.module.css';

interface BrandProps {
  /** Whether it shows the mark alone, without room for the name. */
  isMarkOnly?: boolean | undefined;
}

export function Brand({ isMarkOnly = false }: BrandProps) {
  return (
    <span className={styles.brand}>
      <svg
        className={styles.mark}
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <circle cx="12.5" cy="14" r="8" />
        <path d="M2.5 22h19M2.5 19.7v4.6" />
        <path fill="currentColor" d="M20.5 20.3L29.5 15v14l-9-5.3z" />
      </svg>
      <span className={isMarkOnly ? 'visually-hidden' : styles.name}>Posthorn</span>
    </span>
  );
}
