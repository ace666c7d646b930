// The store of short notices and of announcements for screen readers; toaster.tsx shows it. React reads it as an external
// store, so that no context has to be threaded through the pages.

export type NoticeKind = 'info' | 'warn' | 'bad' | 'good';

export interface Toast {
  id: number;
  text: string;
  kind: NoticeKind;
  action?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  onPress: () => void;
  /** Whether it undoes the act: then the notice stays longer, and no other one replaces it. */
  isUndo?: boolean | undefined;
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
  change({ ...shown, toasts: makeRoom([...shown.toasts, { ...toast, id: lastId }]) });
}

/** Removes the oldest, except those with an undo. */
function makeRoom(toasts: readonly Toast[]): readonly Toast[] {
  const tooMany = toasts.length - AT_MOST;
  const gone = toasts.filter(({ action }) => action?.isUndo !== true).slice(0, Math.max(0, tooMany));
  return toasts.filter((toast) => !gone.includes(toast));
}

/** The act of a notice, which disappears with it: it runs once, however often it is pressed. */
export function takeAct(id: number): (() => void) | undefined {
  const act = shown.toasts.find((toast) => toast.id === id)?.action?.onPress;
  dismissToast(id);
  return act;
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
