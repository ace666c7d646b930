// Things in a column or a row with one of the seven spaces between them.
import type { CSSProperties, ReactNode } from 'react';
import styles from './stack.module.css';

interface StackProps {
  /** The number of the space: 1 is 4 px, 7 is 48 px. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined;
  direction?: 'row' | 'column' | undefined;
  align?: CSSProperties['alignItems'] | undefined;
  justify?: CSSProperties['justifyContent'] | undefined;
  wrap?: boolean | undefined;
  children: ReactNode;
}

export function Stack({ gap = 4, direction = 'column', align, justify, wrap = false, children }: StackProps) {
  const style: CSSProperties = {
    gap: `var(--space-${gap})`,
    flexDirection: direction,
    alignItems: align ?? (direction === 'row' ? 'center' : undefined),
    justifyContent: justify,
    flexWrap: wrap ? 'wrap' : undefined,
  };
  return (
    <div className={styles.stack} style={style}>
      {children}
    </div>
  );
}
