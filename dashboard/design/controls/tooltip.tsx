// A tooltip: a few words about a control, on hover and on keyboard focus. It only adds to what the control says
// already; a control that has only an icon has its name in aria-label as well (IconButton).
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

/** Long enough that a mouse on its way elsewhere opens nothing. */
const OPENS_AFTER_MS = 350;

interface TooltipProps {
  text: ReactNode;
  /** One element that takes focus. */
  children: ComponentProps<typeof Focusable>['children'];
  /** For a caller that opens it itself: a refused control does, for people who touch. */
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

export function Tooltip({ text, children, isOpen, onOpenChange }: TooltipProps) {
  const control = isOpen === undefined ? {} : { isOpen, shouldCloseOnPress: false };
  return (
    <TooltipTrigger
      delay={OPENS_AFTER_MS}
      closeDelay={0}
      {...control}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
