// `?`: the keys and what they do, and the switch for single keys.

import { Switch } from '../../design/fields/switch.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Kbd } from '../../design/text/kbd.tsx';
import { PAGES } from '../pages.ts';
import { switchSingleKeys, usePreferences } from '../preferences.ts';
import css from './help-dialog.module.css';

const EVERYWHERE = [
  ['Ctrl K', 'Search pages, actions and ids'],
  ['?', 'This list'],
  ['Esc', 'Close what is open'],
] as const;
const IN_LISTS = [
  ['/', 'To the filter'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['[', 'Newer rows'],
  [']', 'Older rows'],
] as const;

/** The list of keys. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const { singleKeys } = usePreferences();
  return (
    <Dialog title="Keys" isOpen onClose={onClose} isDismissable>
      <Switch
        label="Single keys"
        hint="Without them only keys with Ctrl work. They never count while you type."
        isSelected={singleKeys}
        onChange={switchSingleKeys}
      />
      <div className={css['columns']}>
        <Keys title="Everywhere" rows={EVERYWHERE} />
        <Keys title="In lists" rows={IN_LISTS} />
        <Keys title="Pages" rows={PAGES.map(({ keys, label }) => [keys, label])} />
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <section>
      <h3 className={css['title']}>{title}</h3>
      <dl className={css['keys']}>
        {rows.map(([keys, does]) => (
          <div key={keys} className={css['row']}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
