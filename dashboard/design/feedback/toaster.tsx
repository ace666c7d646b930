// Short notices of finished acts, shown once per page in a polite live region, so that a screen reader says them when it has
// time. A notice leaves after five seconds, one that can be undone after ten, but not while a pointer or the focus is on it
// (WCAG 2.2.1). F6 leads to the newest one that has an act, and back.
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { Kbd } from '../text/kbd.tsx';
import { Dot } from '../text/status.tsx';
import {
  addToast,
  dismissToast,
  type NoticeKind,
  readNotices,
  subscribeToNotices,
  type Toast,
  takeAct,
} from './notices.ts';
import styles from './toaster.module.css';

const SHOWN_FOR_MS = 5_000;
const UNDO_FOR_MS = 10_000;
/** The key that moves to the next region of a window in browsers and desktops. */
const KEY = 'F6';

interface NotifyOptions {
  kind?: NoticeKind | undefined;
  action?: Toast['action'];
  /** Undoes the act; it runs once at most. */
  undo?: (() => void) | undefined;
}

/** Shows a notice of an act for five seconds, in a few words. A failure belongs at its place (FailureNote). */
export function notify(text: string, { kind = 'good', action, undo }: NotifyOptions = {}): void {
  addToast({
    text,
    kind,
    action: undo === undefined ? action : { label: 'Undo', onPress: undo, isUndo: true },
  });
}

export function Toaster() {
  const { toasts, said } = useSyncExternalStore(subscribeToNotices, readNotices);
  const list = useRef<HTMLDivElement>(null);
  useKeyToNotices(list);
  // React Aria hides what is outside of an open dialog, except the top layer.
  return (
    <div className={styles.toaster} data-react-aria-top-layer="true">
      <div ref={list} role="status" className={styles.toasts}>
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}

/** Moves the focus to the newest notice with an act, and back with the same key, Esc, or when the notices are gone. */
function useKeyToNotices(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    let before: HTMLElement | undefined;
    const goBack = () => {
      if (before?.isConnected) before.focus();
      before = undefined;
    };
    const goThere = () => {
      const acts = list.current?.querySelectorAll<HTMLElement>('[data-act]') ?? [];
      if (acts.length === 0) return false;
      if (document.activeElement instanceof HTMLElement) before = document.activeElement;
      acts[acts.length - 1]?.focus();
      return true;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = list.current?.contains(document.activeElement) ?? false;
      if (!isAlone(event, isInside ? [KEY, 'Escape'] : [KEY])) return;
      if (isInside) goBack();
      else if (!goThere()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The focus would be lost with the notice that has it.
    const stop = subscribeToNotices(() => {
      if (list.current?.contains(document.activeElement)) setTimeout(() => !isFocused() && goBack());
    });
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      stop();
      removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [list]);
}

function isAlone(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  keys: readonly string[],
): boolean {
  return keys.includes(key) && !(ctrlKey || altKey || metaKey || shiftKey);
}

function isFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

function ToastView({ toast }: { toast: Toast }) {
  const { id, text, kind, action } = toast;
  const [isHeld, setHeld] = useState(false);
  const shownForMs = action?.isUndo ? UNDO_FOR_MS : SHOWN_FOR_MS;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), shownForMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, shownForMs]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the time; nothing is pressed here.
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
    >
      <Dot tone={kind} />
      <span className={styles.text}>{text}</span>
      {action === undefined ? null : (
        <>
          <Button
            variant="quiet"
            size="small"
            data-act
            aria-keyshortcuts={KEY}
            onPress={() => takeAct(id)?.()}
          >
            {action.label}
          </Button>
          <span className={styles.keys} aria-hidden="true">
            <Kbd keys={KEY} />
          </span>
        </>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </button>
    </div>
  );
}
