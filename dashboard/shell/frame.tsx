// What surrounds every page: the rail with the pages, a bar in its place on a phone, and the page itself as <main>, below
// what says that the account is suspended.
import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../api/session.ts';
import { Brand } from '../design/brand.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { Boundary } from '../design/feedback/boundary.tsx';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import css from './frame.module.css';
import { Rail } from './rail.tsx';

const bar = loadedLater(() =>
  import('../resources/account/suspension-bar.tsx').then((it) => it.SuspensionBar),
);

/** The frame. */
export function Frame({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const [shownPath, setShownPath] = useState(path);
  // The rail has led somewhere: on a phone it makes room.
  if (shownPath !== path) {
    setShownPath(path);
    setOpen(false);
  }
  const { suspension } = useSession().account;
  // A page that begins below the bar waits for its code, so that nothing moves when it comes.
  const [isDrawn, setDrawn] = useState(!suspension);
  useEffect(() => {
    const draw = () => setDrawn(true);
    if (!isDrawn) bar.load().then(draw, draw);
  }, [isDrawn]);
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#main">
        Skip to content
      </a>
      <header className={css['bar']}>
        <IconButton label={isOpen ? 'Close menu' : 'Pages'} icon={Menu} onPress={() => setOpen(!isOpen)} />
        <Link href="/" className={css['brand']} aria-label="Posthorn, overview">
          <Brand />
        </Link>
      </header>
      <div className={css['rail']} data-open={isOpen || undefined}>
        <Rail />
      </div>
      <main id="main" tabIndex={-1} className={css['main']}>
        {suspension && (
          <Boundary resetKey={path} fallback={null}>
            <bar.Component of={suspension} />
          </Boundary>
        )}
        {isDrawn && children}
      </main>
    </div>
  );
}
