// A form: its fields below each other, its failure, its acts. The server judges the input, so the browser does not
// (noValidate); after a submit the focus goes to the first field that was refused. What is sent is sent once, however
// often Enter is pressed: a form with one field submits without its button, so the form itself must refuse.
import { type FormEvent, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Notice } from '../feedback/notice.tsx';
import { notify } from '../feedback/toaster.tsx';
import { BusyDialogContext } from './busy-dialogs.ts';
import styles from './form.module.css';
import { focusPage, RETURNED_AFTER_MS } from './returned-focus.ts';

/** A submit that begins nothing, because a field is wrong, may be repeated after this. */
const HELD_FOR_MS = 100;

interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
  /** The answer is awaited: nothing is submitted, and a dialog around the form stays. */
  isBusy?: boolean | undefined;
  /** Why this person may not: the reason is shown in place of a submit. The button has it as well. */
  refusal?: string | undefined;
  /** The error that belongs to no field: a sentence, or a FailureNote. */
  error?: ReactNode;
  /** A name, where a page has several forms. */
  label?: string | undefined;
  /** Says what the star means; give it where a field is required. */
  hasLegend?: boolean | undefined;
  /** For fields that need more room than a line that one reads. */
  isWide?: boolean | undefined;
}

export function Form(props: FormProps) {
  const {
    onSubmit,
    children,
    isBusy = false,
    refusal,
    error,
    label,
    hasLegend = false,
    isWide = false,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useFocusOnRefused(form, isSubmitted);
  useBusyForm(isBusy);
  useFocusOfNextStep();
  const once = useOnce(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is a child of the form that opened it for React, though not for the browser.
    event.stopPropagation();
    if (refusal !== undefined) notify(refusal, { kind: 'bad' });
    else if (once.begins()) {
      isSubmitted.current = true;
      onSubmit();
    }
  };
  const forget = () => {
    isSubmitted.current = false;
    once.end();
  };
  return (
    <form
      ref={form}
      className={classNames(styles.form, isWide && styles.wide)}
      noValidate
      aria-label={label}
      onSubmit={submit}
      onInput={forget}
    >
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

type Flag = { current: boolean };

/** The refusal appears in a later render, so each render searches for it until the person types again. */
function useFocusOnRefused(form: { current: HTMLFormElement | null }, isSubmitted: Flag): void {
  useEffect(() => {
    if (!isSubmitted.current) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const failure = form.current?.querySelector('[role="alert"]');
    if (!(refused || failure)) return;
    isSubmitted.current = false;
    refused?.focus();
    // In a long form its failure may be above the visible part.
    if (!refused) failure?.scrollIntoView({ block: 'nearest' });
  });
}

/** The next step on the same page may have no field: the title gets the focus then. */
function useFocusOfNextStep(): void {
  useEffect(() => {
    const { pathname } = location;
    const focus = () => {
      if (location.pathname === pathname) focusPage();
    };
    return () => void setTimeout(focus, RETURNED_AFTER_MS);
  }, []);
}

/**
 * A dialog around the form stays until the answer is there. Before the button is seen to wait: a later effect would let
 * an Esc through that is pressed in between.
 */
function useBusyForm(isBusy: boolean): void {
  const hold = use(BusyDialogContext);
  useLayoutEffect(() => {
    if (!(isBusy && hold)) return undefined;
    hold(true);
    return () => hold(false);
  }, [isBusy, hold]);
}

/** Lets one submit through until its answer is there: `isBusy` is a render late, and Enter may be pressed twice before. */
function useOnce(isBusy: boolean): { begins(): boolean; end(): void } {
  const isHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    isHeld.current = false;
  }, []);
  useEffect(() => (isBusy ? end : undefined), [isBusy, end]);
  const begins = () => {
    if (isBusy || isHeld.current) return false;
    isHeld.current = true;
    timer.current = setTimeout(end, HELD_FOR_MS);
    return true;
  };
  return { begins, end };
}

/** The acts of a form, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
