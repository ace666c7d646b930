// The rail: the pages in their groups, which scroll where the window is too low for them, and at its foot the account and
// the person.
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Brand } from '../design/brand.tsx';
import { Kbd } from '../design/text/kbd.tsx';
import { AccountMenu } from './account/account-menu.tsx';
import { openPalette } from './overlays.ts';
import type { Page } from './page.ts';
import { pageOf } from './pages.ts';
import css from './rail.module.css';
import { groupPages, useShownPages } from './shown-pages.ts';

/** The rail. */
export function Rail() {
  const pages = useShownPages().filter(({ isInSettings }) => !isInSettings);
  return (
    <nav className={css['rail']} aria-label="Pages">
      <div className={css['head']}>
        <Link href="/" className={css['brand']} aria-label="Posthorn, overview">
          <Brand />
        </Link>
        <button type="button" className={css['search']} onClick={openPalette}>
          <Search size={14} aria-hidden />
          <span className={css['word']}>Search</span>
          <Kbd keys="Ctrl K" />
        </button>
      </div>
      <div className={css['pages']}>
        {groupPages(pages).map(([name, shown]) => (
          <Group key={name ?? ''} name={name} pages={shown} />
        ))}
      </div>
      <div className={css['foot']}>
        <AccountMenu />
      </div>
    </nav>
  );
}

function Group({ name, pages }: { name: Page['group']; pages: readonly Page[] }) {
  return (
    <div className={css['group']}>
      {name !== undefined && <p className={css['heading']}>{name}</p>}
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <RailLink page={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RailLink({ page: { id, label, path, icon: Icon, load } }: { page: Page }) {
  const [current] = useLocation();
  const open = pageOf(current);
  const isOpen = open?.id === id || (open?.isInSettings && id === 'settings');
  const ref = useRef<HTMLAnchorElement>(null);
  // A key or the palette may have led to a page that is out of sight in the rail.
  useLayoutEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <Link
      ref={ref}
      href={path}
      className={css['link']}
      aria-current={isOpen ? 'page' : undefined}
      onPointerEnter={() => void load().catch(() => {})}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {label}
    </Link>
  );
}
