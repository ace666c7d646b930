// A button that opens a menu of acts: by a press, or with the arrows. The menu itself is loaded later
// (floating/menu-popover.tsx), so that the first drawing of a page has plain buttons only.
import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import type { MenuItem } from '../floating/menu-popover.tsx';
import { loadedLater } from '../lazy/loaded-later.tsx';
import type { LaterCode } from '../lazy/use-loaded.ts';
import { type OpenedPopover, useOpener } from '../lazy/use-opener.ts';
import { ButtonContent, type ButtonVariant, buttonClass } from './button.tsx';
import iconStyles from './icon-button.module.css';
import styles from './menu.module.css';

/** How the button looks. */
interface MenuButtonStyle {
  label: string;
  icon?: LucideIcon | undefined;
  variant?: ButtonVariant | undefined;
  size?: 'small' | undefined;
  /** Only the icon is shown; the label is its name. */
  isIconOnly?: boolean | undefined;
  /** Shown over the whole width in place of label and icon; it is the name of the button too. */
  content?: ReactNode;
  /** -1: its surroundings lead to it, and Tab does not. */
  tabIndex?: 0 | -1 | undefined;
}

interface MenuOpenerProps extends MenuButtonStyle {
  /** The code of the menu that is drawn. */
  code: LaterCode;
  children: (menu: OpenedPopover) => ReactNode;
}

const Popover = loadedLater(() => import('../floating/menu-popover.tsx').then((it) => it.MenuPopover));

export function MenuButton({ items, ...look }: MenuButtonStyle & { items: readonly MenuItem[] }) {
  return (
    <MenuOpener {...look} code={Popover}>
      {(menu) => <Popover.Component {...menu} label={look.label} items={items} />}
    </MenuOpener>
  );
}

/** The button alone, for a menu whose items are code that is loaded with it. */
export function MenuOpener({ code, children, ...look }: MenuOpenerProps) {
  const { button, popover } = useOpener(code, 'menu');
  return (
    <>
      <button
        {...button}
        className={classOf(look)}
        aria-label={isIcon(look) ? look.label : undefined}
        tabIndex={look.tabIndex}
      >
        <Face {...look} />
      </button>
      {popover === undefined ? null : children(popover)}
    </>
  );
}

function isIcon({ isIconOnly = false, icon }: MenuButtonStyle): boolean {
  return isIconOnly && icon !== undefined;
}

function classOf(look: MenuButtonStyle): string | undefined {
  if (look.content !== undefined) return styles.whole;
  return isIcon(look) ? iconStyles.iconButton : buttonClass(look.variant, look.size);
}

function Face(look: MenuButtonStyle) {
  const { label, icon: Icon, content } = look;
  if (content !== undefined) return content;
  if (isIcon(look) && Icon !== undefined) return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
  return (
    <>
      <ButtonContent icon={Icon}>{label}</ButtonContent>
      <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
    </>
  );
}
