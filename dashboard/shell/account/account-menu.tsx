// At the foot of the rail: the account and the person. What their menu has is loaded later (account-popover.tsx).
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useSession } from '../../api/session.ts';
import { MenuOpener } from '../../design/controls/menu.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import css from './account-menu.module.css';

const LABEL = 'Account menu';
const Popover = loadedLater(() => import('./account-popover.tsx').then((it) => it.AccountPopover));

/** The menu. */
export function AccountMenu() {
  const { account, person } = useSession();
  const who = person.name || person.email;
  return (
    <MenuOpener
      label={LABEL}
      code={Popover}
      content={
        <>
          <span className={css['mark']} aria-hidden="true">
            {[...account.name][0]?.toUpperCase()}
          </span>
          <span className={css['words']}>
            <span className={css['account']}>{account.name}</span>{' '}
            <span className={css['person']}>{who}</span>
            <span className="visually-hidden">: account menu</span>
          </span>
          <ChevronsUpDown className={css['chevron']} size={14} strokeWidth={2} aria-hidden="true" />
        </>
      }
    >
      {(menu) => <Popover.Component {...menu} label={LABEL} />}
    </MenuOpener>
  );
}
