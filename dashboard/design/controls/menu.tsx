// A button that opens a menu of acts (React Aria: arrows, letters, Esc, focus back on the button). An act that a
// person may not do stays in the menu and says why.
import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { MenuItem as AriaMenuItem, Menu, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { classNames } from '../class-names.ts';
import { ButtonContent, type ButtonVariant, buttonClass } from './button.tsx';
import iconStyles from './icon-button.module.css';
import styles from './menu.module.css';

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

interface MenuButtonProps {
  label: string;
  icon?: LucideIcon | undefined;
  variant?: ButtonVariant | undefined;
  size?: 'small' | undefined;
  items: readonly MenuItem[];
  /** Only the icon is shown; the label is its name. */
  isIconOnly?: boolean | undefined;
  /** Shown over the whole width in place of label and icon; it is the name of the button too. */
  content?: ReactNode;
}

export function MenuButton(props: MenuButtonProps) {
  const { label, items } = props;
  return (
    <MenuTrigger>
      <Trigger {...props} />
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Menu className={styles.menu ?? ''} aria-label={label} items={items}>
          {(item) => <Item item={item} />}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Trigger({ label, icon: Icon, variant, size, isIconOnly = false, content }: MenuButtonProps) {
  if (content !== undefined) {
    return <Button className={styles.whole ?? ''}>{content}</Button>;
  }
  if (isIconOnly && Icon !== undefined) {
    return (
      <Button className={iconStyles.iconButton ?? ''} aria-label={label}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    );
  }
  return (
    <Button className={buttonClass(variant, size)}>
      <ButtonContent icon={Icon}>{label}</ButtonContent>
      <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
    </Button>
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
