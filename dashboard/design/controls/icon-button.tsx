// A button that is an icon: its name is its aria-label and its tooltip, with the shortcut when it has one.
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import { Kbd } from '../text/kbd.tsx';
import styles from './icon-button.module.css';
import { Refusal } from './refusal.tsx';
import { Tooltip } from './tooltip.tsx';

type NativeProps = Omit<
  ComponentPropsWithRef<'button'>,
  'onClick' | 'className' | 'style' | 'disabled' | 'children'
>;

interface IconButtonProps extends NativeProps {
  label: string;
  icon: LucideIcon;
  onPress?: (() => void) | undefined;
  refusal?: string | undefined;
  /** Keys in words: 'Ctrl K', 'g e'. */
  shortcut?: string | undefined;
  /** A switch with two states: is it on? */
  isActive?: boolean | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, onPress, refusal, shortcut, isActive, ...native } = props;
  const icon = <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
  const className = classNames(styles.iconButton, isActive === true && styles.active);
  if (refusal !== undefined) {
    return (
      <Refusal reason={`${label}: ${refusal}`}>
        {(refused) => (
          <button {...native} {...refused} type="button" aria-label={label} className={className}>
            {icon}
          </button>
        )}
      </Refusal>
    );
  }
  return (
    <Tooltip text={<TooltipText label={label} shortcut={shortcut} />}>
      <button
        {...native}
        type="button"
        aria-label={label}
        aria-pressed={isActive}
        className={className}
        onClick={() => onPress?.()}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

function TooltipText({ label, shortcut }: { label: string; shortcut: string | undefined }) {
  if (shortcut === undefined) return label;
  return (
    <span className={styles.tooltip}>
      {label} <Kbd keys={shortcut} />
    </span>
  );
}
