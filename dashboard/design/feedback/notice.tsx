// A notice in the page: what a person should know here, with one act at most. It stays; what passes is notify().
import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './notice.module.css';
import type { NoticeKind } from './notices.ts';

const ICONS: Readonly<Record<NoticeKind, LucideIcon>> = {
  info: Info,
  warn: TriangleAlert,
  bad: CircleAlert,
  good: CircleCheck,
};

interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` for a new failure, `status` for a finished act. */
  role?: 'alert' | 'status' | undefined;
}

export function Notice({ kind, title, children, action, role }: NoticeProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles.notice, styles[kind])} role={role}>
      <Icon className={styles.icon} size={16} strokeWidth={2} aria-hidden="true" />
      <div className={styles.words}>
        {title === undefined ? null : <strong className={styles.title}>{title}</strong>}
        {children === undefined ? null : <div>{children}</div>}
      </div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  );
}
