// The rail: the pages in their groups, and at its foot the account and the person.
import { Search } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useIsOperator } from '../api/work.ts';
import { Brand } from '../design/brand.tsx';
import { Kbd } from '../design/text/kbd.tsx';
import { AccountMenu } from './account-menu.tsx';
import { openPalette } from './overlays.ts';
import { PAGES, type Page, pageOf } from './pages.ts';
import css from './rail.module.css';

/** The rail. */
export function Rail() {
  const isOperator = useIsOperator();
  const shown = PAGES.filter(({ isInSettings, isFor }) => !isInSettings && (!isFor || isOperator));
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <nav className={css['rail']} aria-label="Pages">
      <Link href="/" className={css['brand']} aria-label="Posthorn, overview">
        <Brand />
      </Link>
      <button type="button" className={css['search']} onClick={openPalette}>
        <Search size={14} aria-hidden />
        <span className={css['word']}>Search</span>
        <Kbd keys="Ctrl K" />
      </button>
      {groups.map((group) => (
        <Group key={group ?? ''} name={group} pages={shown.filter((page) => page.group === group)} />
      ))}
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
  return (
    <Link
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
