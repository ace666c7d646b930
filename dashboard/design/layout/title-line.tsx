// A title with what it says more and its acts on the right: at the head of a page, and of each of its sections.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './title-line.module.css';

interface TitleLineProps {
  /** An h1, h2 or h3. */
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  isOfPage?: boolean | undefined;
}

export function TitleLine({ title, description, actions, isOfPage = false }: TitleLineProps) {
  return (
    <div className={classNames(styles.line, isOfPage && styles.page)}>
      <div className={styles.words}>
        {title}
        {description === undefined ? null : <div className={styles.description}>{description}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
