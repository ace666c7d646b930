// The keys of an editor. They have a modifier, so they count while one types; a dialog has keys of its own.
import { useEffect, useEffectEvent } from 'react';
import { isTypingIn } from '../../../../design/keys/keys.ts';

const DIALOGS = ':is([role=dialog], [role=alertdialog])';

interface WorkKeys {
  /** `Ctrl S` */
  save(): void;
  /** `Ctrl Enter` */
  preview?(): void;
  /** `Ctrl Shift Enter` */
  publish?(): void;
  /** `Ctrl Z`; a field has its own. */
  undo?(): void;
  /** `Ctrl Shift Z` */
  redo?(): void;
}

/** Binds them; on a Mac `⌘` is Control. */
export function useWorkKeys(keys: WorkKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = event;
    if (!(ctrlKey || metaKey) || altKey || document.querySelector(DIALOGS)) return;
    const meant = actOf(event, keys);
    if (!meant) return;
    meant();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the code editor, to which Control and Enter are a new line.
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

function actOf({ key, shiftKey }: KeyboardEvent, keys: WorkKeys): (() => void) | undefined {
  const { save, preview, publish, undo, redo } = keys;
  if (key === 'Enter') return shiftKey ? publish : preview;
  if (key.toLowerCase() === 's') return shiftKey ? undefined : save;
  const isUndo = key.toLowerCase() === 'z' && !isTypingIn(document.activeElement as HTMLElement | null);
  if (!isUndo) return undefined;
  return shiftKey ? redo : undo;
}
