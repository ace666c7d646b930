// A form: its fields below each other, its failure, its acts. The server judges the input, so the browser does not
// (noValidate); after a submit the focus goes to the first field that was refused.
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../feedback/notice.tsx';
import styles from './form.module.css';

interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
  /** What belongs to no field: a sentence, or a FailureNote. */
  error?: ReactNode;
  /** A name, where a page has several forms. */
  label?: string | undefined;
  /** Says what the star means; give it where a field is required. */
  hasLegend?: boolean | undefined;
}

export function Form({ onSubmit, children, error, label, hasLegend = false }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  // The refusal comes with a later render, so each one looks for it until the person types again.
  useEffect(() => {
    if (!isSubmitted.current) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const failure = form.current?.querySelector('[role="alert"]');
    if (!(refused || failure)) return;
    isSubmitted.current = false;
    refused?.focus();
    // In a long form its failure may be above what is seen.
    if (!refused) failure?.scrollIntoView({ block: 'nearest' });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is a child of the form that opened it for React, though not for the browser.
    event.stopPropagation();
    isSubmitted.current = true;
    onSubmit();
  };
  const forget = () => {
    isSubmitted.current = false;
  };
  return (
    <form ref={form} className={styles.form} noValidate aria-label={label} onSubmit={submit} onInput={forget}>
      {hasLegend ? <p className={styles.legend}>* Required</p> : null}
      {typeof error === 'string' ? (
        <Notice kind="bad" role="alert">
          {error}
        </Notice>
      ) : (
        error
      )}
      {children}
    </form>
  );
}

/** The acts of a form, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
