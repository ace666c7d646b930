// Where one is on the page of the editor: the step that is chosen, the part of the page that is seen, the way into the form, and
// with Escape the way back.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** @param first key of the step that is chosen at first */
export function useSelection(first: string) {
  const [chosen, choose] = useState(first);
  const [pane, setPane] = useState('graph');
  const [isTried, setTried] = useState(false);
  const [goesTo, setGoesTo] = useState(0);
  const form = useRef<HTMLElement>(null);
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    document.querySelector<HTMLElement>(`[data-step="${CSS.escape(chosen)}"]`)?.focus();
  });
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => leave(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  });
  useEffect(() => {
    if (goesTo > 0)
      (form.current?.querySelector<HTMLElement>('input, textarea, button') ?? form.current)?.focus();
  }, [goesTo]);
  const show = (id: string) => {
    setPane(id);
    if (id === 'try') setTried(true);
  };
  return {
    chosen,
    pane,
    isTried,
    form,
    show,
    choose: (key: string) => {
      choose(key);
      // Next to the graph its form replaces a try only when the person goes there.
      if (pane === 'settings') setPane('graph');
    },
    toForm: (key: string) => {
      choose(key);
      setPane('step');
      setGoesTo(goesTo + 1);
    },
  };
}
