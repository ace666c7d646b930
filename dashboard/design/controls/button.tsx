// A button. `filled` is for the one main act of a page, `danger` for what destroys, `quiet` for what repeats in rows.
// A native element: press, keyboard and forms work without a library.
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link } from 'wouter';
import { APP_BASE } from '../../api/base.ts';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';
import { Refusal } from './refusal.tsx';

export type ButtonVariant = 'plain' | 'filled' | 'quiet' | 'danger';

type NativeProps = Omit<
  ComponentPropsWithRef<'button'>,
  'onClick' | 'className' | 'style' | 'disabled' | 'type'
>;

export interface ButtonProps extends NativeProps {
  variant?: ButtonVariant | undefined;
  size?: 'small' | undefined;
  icon?: LucideIcon | undefined;
  /** The act runs: the button keeps its width and takes no press. */
  isBusy?: boolean | undefined;
  /** Why this person may not: visible, focusable, without effect. */
  refusal?: string | undefined;
  type?: 'button' | 'submit' | undefined;
  onPress?: (() => void) | undefined;
  /** The button takes the whole width of its place. */
  isWide?: boolean | undefined;
  children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon,
    isBusy = false,
    refusal,
    type = 'button',
    onPress,
    isWide,
    children,
    ...native
  } = props;
  const className = classNames(buttonClass(variant, size), isWide && styles.wide);
  const content = <ButtonContent icon={icon}>{children}</ButtonContent>;
  if (refusal !== undefined) {
    return (
      <Refusal reason={refusal}>
        {(refused) => (
          <button {...native} {...refused} type="button" className={className}>
            {content}
          </button>
        )}
      </Refusal>
    );
  }
  return (
    <button
      {...native}
      type={isBusy ? 'button' : type}
      className={className}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || native['aria-disabled']}
      onClick={isBusy ? undefined : () => onPress?.()}
    >
      {content}
    </button>
  );
}

interface ButtonLinkProps {
  href: string;
  variant?: ButtonVariant | undefined;
  size?: 'small' | undefined;
  icon?: LucideIcon | undefined;
  /** Another origin or a page outside of the dashboard; it opens in a new tab. */
  isExternal?: boolean | undefined;
  /** The file is saved instead of shown. */
  download?: string | boolean | undefined;
  /** A page of the dashboard that needs a document of its own: it is loaded, and not drawn in this one. */
  isLoaded?: boolean | undefined;
  /** Called when it opens another page of the dashboard in this tab. */
  onFollow?: (() => void) | undefined;
  'aria-label'?: string | undefined;
  children?: ReactNode;
}

/** A link that looks like a button: for going somewhere, while a button does something. */
export function ButtonLink(props: ButtonLinkProps) {
  const {
    href,
    variant,
    size,
    icon,
    isExternal = false,
    isLoaded = false,
    download,
    onFollow,
    children,
  } = props;
  const className = buttonClass(variant, size);
  const content = <ButtonContent icon={icon}>{children}</ButtonContent>;
  const label = props['aria-label'];
  if (download !== undefined) {
    return (
      <a href={href} download={download} className={className} aria-label={label}>
        {content}
      </a>
    );
  }
  if (isLoaded) {
    return (
      <a href={`${APP_BASE}${href}`} className={className} aria-label={label}>
        {content}
      </a>
    );
  }
  if (isExternal) {
    return (
      <a href={href} target="_blank" rel="noreferrer" className={className} aria-label={label}>
        {content}
      </a>
    );
  }
  return (
    <Link href={href} className={className} aria-label={label} onClick={() => onFollow?.()}>
      {content}
    </Link>
  );
}

/** The look of a button, for links and for the buttons of React Aria. */
export function buttonClass(variant: ButtonVariant = 'plain', size?: 'small'): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small);
}

export function ButtonContent({
  icon: Icon,
  children,
}: {
  icon?: LucideIcon | undefined;
  children: ReactNode;
}) {
  return (
    <>
      {Icon === undefined ? null : (
        <Icon className={styles.icon} size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      {children === undefined ? null : <span className={styles.label}>{children}</span>}
    </>
  );
}
