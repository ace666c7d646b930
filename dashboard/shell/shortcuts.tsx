// The keys that work on every page: `Ctrl K` for the palette, pairs such as `g e` for the pages, `?` for their list.
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Boundary } from '../design/feedback/boundary.tsx';
import { useKeys } from '../design/keys/use-keys.ts';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import { notifyNotLoaded } from '../design/lazy/not-loaded.ts';
import { ShownOnce } from '../records/shown-once.tsx';
import { closeOverlay, openHelp, openPalette, useOverlay } from './overlays.ts';
import { useShownPages } from './shown-pages.ts';

const Palette = loadedLater(() => import('./palette/palette.tsx').then((it) => it.Palette)).Component;
const Help = loadedLater(() => import('./palette/help-dialog.tsx').then((it) => it.HelpDialog)).Component;

/** Binds them, and shows what they open. */
export function Shortcuts() {
  const [, navigate] = useLocation();
  const overlay = useOverlay();
  const pairs = useShownPages().map(({ keys, path }) => [keys, () => navigate(path)] as const);
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
    <>
      <ShownOnce />
      <Boundary resetKey={overlay} fallback={null} onFailure={giveUp}>
        {overlay === 'palette' && <Palette onClose={closeOverlay} />}
        {overlay === 'help' && <Help onClose={closeOverlay} />}
      </Boundary>
    </>
  );
}

/** What lies over the pages takes none of them with it. */
function giveUp(): void {
  closeOverlay();
  notifyNotLoaded();
}
