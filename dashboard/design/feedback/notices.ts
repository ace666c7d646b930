// The store of short notices and of what is said to screen readers; toaster.tsx shows it. React reads it as an external
// store, so that no context has to be threaded through the pages.

export type NoticeKind = 'info' | 'warn' | 'bad' | 'good';

export interface Toast {
  id: number;
  text: string;
  kind: NoticeKind;
  action?: { label: string; onPress: () => void } | undefined;
}

interface Shown {
  toasts: readonly Toast[];
  /** For screen readers alone. */
  said: string;
}

/** More than three are a list, not a notice. */
const AT_MOST = 3;

const listeners = new Set<() => void>();
let shown: Shown = { toasts: [], said: '' };
let lastId = 0;

export function addToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  change({ ...shown, toasts: [...shown.toasts, { ...toast, id: lastId }].slice(-AT_MOST) });
}

/** Says a few words to screen readers and shows nothing. The same words twice are two announcements. */
export function announce(text: string): void {
  change({ ...shown, said: shown.said === text ? `${text}\u00a0` : text });
}

export function dismissToast(id: number): void {
  change({ ...shown, toasts: shown.toasts.filter((toast) => toast.id !== id) });
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readNotices(): Shown {
  return shown;
}

function change(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}
