// A part of a page with a title of its own.
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';
import { TitleLine } from './title-line.tsx';

interface SectionProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** The level of its heading: 3 below the title of a record. */
  level?: 2 | 3 | undefined;
}

export function Section({ title, description, actions, children, level = 2 }: SectionProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles.section} aria-labelledby={id}>
      <TitleLine title={<Heading id={id}>{title}</Heading>} description={description} actions={actions} />
      {children}
    </section>
  );
}
