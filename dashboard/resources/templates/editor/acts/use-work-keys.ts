// The keys of an editor. They have a modifier, so they count while one types; a dialog has keys of its own.
import { useEffect, useEffectEvent } from 'react';

const DIALOGS = ':is([role=dialog], [role=alertdialog])';

interface WorkKeys {
  /** `Ctrl S` */
  save(): void;
  /** `Ctrl Enter` */
  preview?(): void;
  /** `Ctrl Shift Enter` */
  publish?(): void;
}

/** Binds them; on a Mac `⌘` is Control. */
export function useWorkKeys(keys: WorkKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || document.querySelector(DIALOGS)) return;
    if (key.toLowerCase() === 's' && !shiftKey) keys.save();
    else if (key === 'Enter' && shiftKey && keys.publish) keys.publish();
    else if (key === 'Enter' && !shiftKey && keys.preview) keys.preview();
    else return;
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
