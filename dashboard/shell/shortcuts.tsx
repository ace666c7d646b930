// The keys that work on every page: `Ctrl K` for the palette, pairs such as `g e` for the pages, `?` for their list.
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { closeOverlay, openHelp, openPalette, useOverlay } from './overlays.ts';
import { PAGES } from './pages.ts';
import { useKeys } from './use-keys.ts';

const Palette = lazy(() => import('./palette/palette.tsx').then((it) => ({ default: it.Palette })));
const Help = lazy(() => import('./palette/help-dialog.tsx').then((it) => ({ default: it.HelpDialog })));

/** Binds them, and shows what they open. */
export function Shortcuts() {
  const [, navigate] = useLocation();
  const overlay = useOverlay();
  const pairs = PAGES.map(({ keys, path }) => [keys, () => navigate(path)] as const);
  useKeys({ ...Object.fromEntries(pairs), '?': openHelp });
  useEffect(() => {
    // With a modifier, so it counts in fields too.
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette onClose={closeOverlay} />}
      {overlay === 'help' && <Help onClose={closeOverlay} />}
    </Suspense>
  );
}
