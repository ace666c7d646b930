// `?`: the keys and what they do, in groups, and the switch for single keys.

import { Switch } from '../../design/fields/switch.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { switchSingleKeys, usePreferences } from '../../design/preferences.ts';
import { Kbd } from '../../design/text/kbd.tsx';
import { groupPages, useShownPages } from '../shown-pages.ts';
import css from './help-dialog.module.css';

/** Keys, and what they do. */
type KeyRow = readonly [keys: string, does: string];

const EVERYWHERE: readonly KeyRow[] = [
  ['Ctrl K', 'Search everything'],
  ['?', 'This list'],
  ['Esc', 'Close what is open'],
];
const IN_LISTS: readonly KeyRow[] = [
  ['/', 'To the filter'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['Right', 'Into the record'],
  ['Left', 'Back to the row'],
  ['x', 'Mark the row'],
  ['Shift Down', 'Mark further rows'],
  ['Ctrl A', 'Mark all rows'],
  ['[', 'Newer rows'],
  [']', 'Older rows'],
];

const ON_DOMAINS: readonly KeyRow[] = [
  ['c', 'Copy the value'],
  ['v', 'Verify now'],
];

const ON_TEMPLATES: readonly KeyRow[] = [
  ['Ctrl S', 'Save now'],
  ['Ctrl Enter', 'See the mail now'],
  ['Ctrl Shift Enter', 'Publish'],
];

const ON_CAMPAIGNS: readonly KeyRow[] = [
  ['Ctrl S', 'Save now'],
  ['t', 'Send a test'],
  ['p', 'Pause or resume'],
];

const ON_AUTOMATIONS: readonly KeyRow[] = [
  ['Ctrl S', 'Save now'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
  ['Down', 'Along the line'],
  ['Right', 'Next step'],
  ['Enter', 'Into the form'],
  ['Esc', 'Back to the step'],
  ['a', 'Add a step after it'],
  ['Delete', 'Delete the step'],
  ['s', 'Try it'],
];

/** The list of keys. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const { singleKeys } = usePreferences();
  // A page without a heading is for everywhere.
  const { '': always = [], ...groups } = Object.fromEntries(
    groupPages(useShownPages()).map(([name = '', pages]) => [
      name,
      pages.map(({ keys, label }): KeyRow => [keys, label]),
    ]),
  );
  return (
    <Dialog title="Keys" isOpen onClose={onClose} width="wide" isDismissable>
      <Switch
        label="Single keys"
        hint="Without them only keys with Ctrl work. They never count while you type."
        isSelected={singleKeys}
        onChange={switchSingleKeys}
      />
      <div className={css['columns']}>
        <Keys title="Everywhere" rows={[...EVERYWHERE, ...always]} />
        <Keys title="In lists" rows={IN_LISTS} />
        <Keys title="On a domain" rows={ON_DOMAINS} />
        <Keys title="In a template" rows={ON_TEMPLATES} />
        <Keys title="In a campaign" rows={ON_CAMPAIGNS} />
        <Keys title="In an automation" rows={ON_AUTOMATIONS} />
        {Object.entries(groups).map(([name, rows]) => (
          <Keys key={name} title={name} rows={rows} />
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  return (
    <section className={css['group']}>
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
