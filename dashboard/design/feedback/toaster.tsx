// Short notices of what was done, shown once per page in a polite live region, so that a screen reader says them when it has
// time. A notice leaves after five seconds, but not while a pointer or the focus is on it (WCAG 2.2.1).
import X from 'lucide-react/icons/x';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { Dot } from '../text/status.tsx';
import {
  addToast,
  dismissToast,
  type NoticeKind,
  readNotices,
  subscribeToNotices,
  type Toast,
} from './notices.ts';
import styles from './toaster.module.css';

const SHOWN_FOR_MS = 5_000;

interface NotifyOptions {
  kind?: NoticeKind | undefined;
  action?: Toast['action'];
}

/** Shows a notice for five seconds: what was done, in a few words. A failure belongs at its place (FailureNote). */
export function notify(text: string, { kind = 'good', action }: NotifyOptions = {}): void {
  addToast({ text, kind, action });
}

export function Toaster() {
  const { toasts, said } = useSyncExternalStore(subscribeToNotices, readNotices);
  // React Aria hides what is outside of an open dialog, except the top layer.
  return (
    <div className={styles.toaster} data-react-aria-top-layer="true">
      <div role="status" className={styles.toasts}>
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

function ToastView({ toast }: { toast: Toast }) {
  const { id, text, kind, action } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the time; nothing is pressed here.
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Dot tone={kind} />
      <span className={styles.text}>{text}</span>
      {action === undefined ? null : (
        <Button
          variant="quiet"
          size="small"
          onPress={() => {
            action.onPress();
            dismissToast(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </button>
    </div>
  );
}
