// A tooltip: a few words about a control, on hover and on keyboard focus. It only adds to what the control says
// already; a control that has only an icon has its name in aria-label as well (IconButton). The words themselves are
// drawn by code that is loaded later (floating/tooltip-bubble.tsx).
import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { loadedLater } from '../lazy/loaded-later.tsx';
import { loadAhead, useLoaded } from '../lazy/use-loaded.ts';

/** Long enough that a mouse on its way elsewhere opens nothing. */
const OPENS_AFTER_MS = 350;

interface TooltipProps {
  text: ReactNode;
  /** One element that takes focus. */
  children: ReactElement<ComponentProps<'button'>>;
  /** For a caller that opens it itself: a refused control does, for people who touch. */
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

type Listeners = Record<string, (event: never) => void>;

const Bubble = loadedLater(() => import('../floating/tooltip-bubble.tsx').then((it) => it.TooltipBubble));

export function Tooltip({ text, children: control, isOpen: given, onOpenChange }: TooltipProps) {
  const id = useId();
  const [own, setOwn] = useState(false);
  const isWanted = given ?? own;
  const change = onOpenChange ?? setOwn;
  const triggerRef = useRef<Element>(null);
  const isThere = useLoaded(Bubble, isWanted, () => change(false));
  const { onPress, ...listeners } = useListeners(triggerRef, change);
  const ours = given === undefined ? { ...listeners, onPointerDown: onPress, onKeyDown: onPress } : listeners;
  const isOpen = isWanted && isThere;
  const describedBy = [control.props['aria-describedby'], isOpen ? id : undefined].filter(Boolean).join(' ');
  return (
    <>
      {cloneElement(control, {
        ...afterOwn(control.props, ours),
        'aria-describedby': describedBy || undefined,
      })}
      {isThere && (
        <Bubble.Component id={id} triggerRef={triggerRef} isOpen={isOpen} onClose={() => change(false)}>
          {text}
        </Bubble.Component>
      )}
    </>
  );
}

/** Opens and closes it. @param triggerRef is filled in by the first event, before anything is open */
function useListeners(triggerRef: RefObject<Element | null>, change: (isOpen: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    change(false);
  };
  return {
    onPointerEnter(event: PointerEvent) {
      triggerRef.current = event.currentTarget;
      loadAhead(Bubble);
      if (event.pointerType !== 'touch') timer.current = setTimeout(() => change(true), OPENS_AFTER_MS);
    },
    onFocus(event: FocusEvent) {
      triggerRef.current = event.currentTarget;
      loadAhead(Bubble);
      if (event.currentTarget.matches(':focus-visible')) change(true);
    },
    onPointerLeave: close,
    onBlur: close,
    onPress: close,
  };
}

/** The control keeps its own listeners. */
function afterOwn(own: object, ours: Listeners): Listeners {
  const owned = own as Partial<Listeners>;
  return Object.fromEntries(
    Object.entries(ours).map(([name, listener]) => [
      name,
      (event: SyntheticEvent) => {
        owned[name]?.(event as never);
        listener(event as never);
      },
    ]),
  );
}
