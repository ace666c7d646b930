// A refusal: a control that a person sees and may not use. It stays in the tab order with aria-disabled, and says why
// in a tooltip and by aria-describedby, because a control that is missing explains nothing. Pressing it only shows
// the reason, which is how people who touch read it.
import { type ComponentProps, useEffect, useId, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

/** The time for which a touched control shows its reason. */
const SHOWN_FOR_MS = 5_000;

interface RefusedProps {
  'aria-disabled': true;
  'aria-describedby': string;
  onClick(event: { preventDefault(): void }): void;
}

interface RefusalProps {
  reason: string;
  /** Renders the control with these props. */
  children: (refused: RefusedProps) => ComponentProps<typeof Tooltip>['children'];
}

export function Refusal({ reason, children }: RefusalProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setOpen(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  const refused: RefusedProps = {
    'aria-disabled': true,
    'aria-describedby': id,
    onClick: (event) => {
      event.preventDefault();
      setOpen(true);
    },
  };
  return (
    <>
      <Tooltip text={reason} isOpen={isOpen} onOpenChange={setOpen}>
        {children(refused)}
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
