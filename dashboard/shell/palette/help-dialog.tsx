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
  ['?', 'Show this list'],
  ['Esc', 'Close or go back'],
];
const IN_LISTS: readonly KeyRow[] = [
  ['/', 'Go to search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open row'],
  ['Right', 'Go to record'],
  ['Left', 'Back to row'],
  ['x', 'Select row'],
  ['Shift Down', 'Extend selection'],
  ['Ctrl A', 'Select all rows'],
  ['[', 'Newer rows'],
  [']', 'Older rows'],
];

const ON_DOMAINS: readonly KeyRow[] = [
  ['c', 'Copy value'],
  ['v', 'Verify now'],
];

const ON_TEMPLATES: readonly KeyRow[] = [
  ['Ctrl S', 'Save now'],
  ['Ctrl Enter', 'Update preview'],
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
  ['Down', 'Next step on the line'],
  ['Right', 'Next step'],
  ['Enter', 'Go to form'],
  ['Esc', 'Back to step'],
  ['a', 'Add a step after this one'],
  ['Delete', 'Delete step'],
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
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} width="wide" isDismissable>
      <Switch
        label="Single-key shortcuts"
        hint="If you turn them off, only shortcuts with Ctrl work. They never apply while you type."
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
