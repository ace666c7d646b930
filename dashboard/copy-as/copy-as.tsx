// "Copy as curl, CLI, Node": the call that this list or record is made of, to run elsewhere. The texts are made by code
// that is loaded with the menu.
import Copy from 'lucide-react/icons/copy';
import type { InputOf, OperationId } from '../api/request.ts';
import { MenuOpener } from '../design/controls/menu.tsx';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import css from './copy-as.module.css';

interface CopyAsProps<Id extends OperationId> {
  operation: Id;
  input: InputOf<Id>;
  /** The name of the menu, for screen readers. */
  label?: string;
}

const Popover = loadedLater(() => import('./copy-as-popover.tsx').then((it) => it.CopyAsPopover));

/** The menu. */
export function CopyAs<Id extends OperationId>({ operation, input, label = 'Copy as' }: CopyAsProps<Id>) {
  return (
    <span className={css['copy']}>
      <MenuOpener label={label} icon={Copy} variant="quiet" code={Popover}>
        {(menu) => <Popover.Component {...menu} label={label} operation={operation} input={input} />}
      </MenuOpener>
    </span>
  );
}
