// The words of a Tooltip, where there is room for them next to the control (React Aria).
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import styles from '../controls/tooltip.module.css';

interface TooltipBubbleProps {
  id: string;
  triggerRef: RefObject<Element | null>;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function TooltipBubble({ id, triggerRef, isOpen, onClose, children }: TooltipBubbleProps) {
  useEffect(() => {
    if (!isOpen) return undefined;
    // Only the tooltip closes, not the dialog below it (WCAG 1.4.13).
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [isOpen, onClose]);
  const state = useMemo(
    () => ({ isOpen, shouldSkipAnimation: false, open: () => {}, close: onClose }),
    [isOpen, onClose],
  );
  // The types of React Aria's Tooltip leave the id to its own trigger.
  const labelled = { id };
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip {...labelled} className={styles.tooltip ?? ''} triggerRef={triggerRef} offset={6}>
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
}
