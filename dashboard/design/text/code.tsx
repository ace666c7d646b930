// A word of code in a sentence.
import type { ReactNode } from 'react';
import styles from './code.module.css';

export function Code({ children }: { children: ReactNode }) {
  return <code className={styles.code}>{children}</code>;
}
