// The head of a page: its one h1, what the page is for, its acts, and the way back. It names the tab of the browser too.
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import styles from './page-header.module.css';
import { TitleLine } from './title-line.tsx';

const PRODUCT = 'Posthorn';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** One filled button at most. */
  actions?: ReactNode;
  back?: { href: string; label: string } | undefined;
  /** The title of the tab, where it is not the title of the page. */
  documentTitle?: string | undefined;
}

export function PageHeader({ title, description, actions, back, documentTitle }: PageHeaderProps) {
  const tabTitle = documentTitle ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    document.title = tabTitle === undefined ? PRODUCT : `${tabTitle} · ${PRODUCT}`;
  }, [tabTitle]);
  return (
    <header className={styles.header}>
      {back === undefined ? null : (
        <Link href={back.href} className={styles.back}>
          <ArrowLeft size={14} strokeWidth={2} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <TitleLine
        title={<h1 className={styles.title}>{title}</h1>}
        description={description}
        actions={actions}
        isOfPage
      />
    </header>
  );
}
