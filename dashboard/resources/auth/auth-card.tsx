// The sheet in the middle of the page on which people sign in.
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../../design/brand.tsx';
import css from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  /** Below the sheet. */
  note?: string;
  children: ReactNode;
}

/** The sheet. */
export function AuthCard({ title, note, children }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · Posthorn`;
  }, [title]);
  return (
    <main className={css['page']}>
      <div className={css['column']}>
        <div className={css['brand']}>
          <Brand />
        </div>
        <div className={css['card']}>
          <h1 className={css['title']}>{title}</h1>
          {children}
        </div>
        {note !== undefined && <p className={css['note']}>{note}</p>}
      </div>
    </main>
  );
}
