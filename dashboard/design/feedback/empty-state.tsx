// A place with nothing in it yet: what this is, one act, and one line to run.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CodeBlock } from '../text/code-block.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  snippet?: { code: string; label: string } | undefined;
  /** The level of its heading: 2 where only the title of the page is above it. */
  level?: 2 | 3 | undefined;
}

export function EmptyState({ icon: Icon, title, children, action, snippet, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {Icon === undefined ? null : (
        <span className={styles.icon}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.words}>{children}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
      {snippet === undefined ? null : (
        <div className={styles.snippet}>
          <CodeBlock code={snippet.code} label={snippet.label} />
        </div>
      )}
    </div>
  );
}
