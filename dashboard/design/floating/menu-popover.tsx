// The menu of a MenuButton (React Aria: arrows, letters, Esc, focus back on the button). An act that a person may not do
// stays in the menu and says why.

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { MenuItem as AriaMenuItem, Menu, Popover } from 'react-aria-components/Menu';
import { classNames } from '../class-names.ts';
import styles from '../controls/menu.module.css';
import type { OpenedPopover } from '../lazy/use-opener.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  onAction: () => void;
  refusal?: string | undefined;
  isDanger?: boolean | undefined;
  /** Keys or a word, at the end of the line. */
  hint?: string | undefined;
  /** A line is above it. */
  beginsGroup?: boolean | undefined;
}

interface MenuPopoverProps extends OpenedPopover {
  label: string;
  items: readonly MenuItem[];
}

export function MenuPopover({ id, triggerRef, isOpen, setOpen, autoFocus, label, items }: MenuPopoverProps) {
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottom end"
      offset={4}
      aria-label={label}
    >
      <Menu
        id={id}
        className={styles.menu ?? ''}
        aria-label={label}
        items={items}
        autoFocus={autoFocus}
        onClose={() => setOpen(false)}
      >
        {(item) => <Item item={item} />}
      </Menu>
    </Popover>
  );
}

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon, refusal } = item;
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      shouldCloseOnSelect={refusal === undefined}
      className={classNames(
        styles.item,
        item.isDanger === true && styles.danger,
        item.beginsGroup === true && styles.group,
      )}
      onAction={() => {
        if (refusal === undefined) item.onAction();
      }}
      // React Aria would take a disabled item out of the order of the arrows, and with it the reason.
      {...(refusal === undefined ? {} : { render: renderRefused })}
    >
      {Icon === undefined ? null : <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {/* All words are the name, so that what one sees is what one can say (WCAG 2.5.3). */}
      <span className={styles.words}>
        <span>{item.label}</span>{' '}
        {refusal === undefined ? null : <span className={styles.reason}>{refusal}</span>}
      </span>{' '}
      {item.hint === undefined ? null : <span className={styles.hint}>{item.hint}</span>}
    </AriaMenuItem>
  );
}

type RenderItem = NonNullable<ComponentProps<typeof AriaMenuItem>['render']>;

const renderRefused: RenderItem = (props) => (
  <div {...(props as ComponentProps<'div'>)} aria-disabled="true" />
);
