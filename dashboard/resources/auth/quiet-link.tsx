// A link or a button below a form that leads another way: it is quieter than the act of the form.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import css from './quiet-link.module.css';

/** The ways, one after the other. */
export function QuietWays({ children }: { children: ReactNode }) {
  return <div className={css['ways']}>{children}</div>;
}

/** A link to another page. */
export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={css['quiet']}>
      {children}
    </Link>
  );
}

/** A button that changes the state of this page. */
export function QuietButton({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className={css['quiet']} onClick={onPress}>
      {children}
    </button>
  );
}
