// Dialogs whose code is loaded when they are opened for the first time, or in idle time before. One that cannot be loaded
// closes and says so; the page stays, and the next opening asks again.
import type { ComponentType } from 'react';
import { type LoadedLater, loadedLater } from './loaded-later.tsx';
import { notifyNotLoaded } from './not-loaded.ts';
import { useLoaded } from './use-loaded.ts';

/** The common props of such a dialog. */
interface OpenedDialog {
  isOpen: boolean;
  onClose(): void;
}

/** @param load imports the module of the dialog */
export function loadedDialog<Props extends OpenedDialog>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = loadedLater(load);
  return (props) => <DialogLater code={code} of={props} />;
}

function DialogLater<Props extends OpenedDialog>({ code, of }: { code: LoadedLater<Props>; of: Props }) {
  const isThere = useLoaded(code, of.isOpen, () => {
    of.onClose();
    notifyNotLoaded();
  });
  return isThere ? <code.Component {...of} /> : null;
}
