// At the foot of the rail: the account and the person, with other accounts, the theme, single keys and the way out.
import { useMutation } from '@tanstack/react-query';
import {
  Building2,
  Check,
  ChevronsUpDown,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { APP_BASE } from '../api/base.ts';
import { call } from '../api/call.ts';
import { asFailure } from '../api/failure.ts';
import type { Session } from '../api/generated/types.ts';
import { useSession } from '../api/session.ts';
import { MenuButton, type MenuItem } from '../design/controls/menu.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import css from './account-menu.module.css';
import { chooseTheme, switchSingleKeys, type Theme, usePreferences } from './preferences.ts';
import { useSwitchAccount } from './use-switch-account.ts';

const THEMES = [
  { id: 'system', label: 'Theme of the device', icon: Monitor },
  { id: 'light', label: 'Light theme', icon: Sun },
  { id: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies readonly { id: Theme; label: string; icon: unknown }[];

/** The menu. */
export function AccountMenu() {
  const session = useSession();
  const [, navigate] = useLocation();
  const switchAccount = useSwitchAccount();
  const logout = useLogout();
  const items: MenuItem[] = [
    ...accountItems(session, (id) => switchAccount.mutate({ body: { account_id: id } })),
    {
      id: 'profile',
      label: 'Your profile',
      icon: UserRound,
      beginsGroup: session.accounts.length > 1,
      onAction: () => navigate('/settings/profile'),
    },
    ...usePreferenceItems(),
    { id: 'logout', label: 'Sign out', icon: LogOut, beginsGroup: true, onAction: logout },
  ];
  const { account, person } = session;
  const who = person.name || person.email;
  return (
    <MenuButton
      label="Account menu"
      items={items}
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
    />
  );
}

/** The accounts of the person, when there are several. */
function accountItems({ account, accounts }: Session, onSwitch: (id: string) => void): MenuItem[] {
  if (accounts.length < 2) return [];
  return accounts.map(({ id, name, role }) => ({
    id,
    label: name,
    hint: id === account.id ? 'Open' : role,
    icon: id === account.id ? Check : Building2,
    onAction: () => {
      if (id !== account.id) onSwitch(id);
    },
  }));
}

/** The theme, and the keys. */
function usePreferenceItems(): MenuItem[] {
  const { theme, singleKeys } = usePreferences();
  return [
    ...THEMES.map(({ id, label, icon }) => ({
      id,
      label,
      icon: theme === id ? Check : icon,
      beginsGroup: id === 'system',
      ...(theme === id && { hint: 'Shown' }),
      onAction: () => chooseTheme(id),
    })),
    {
      id: 'keys',
      label: singleKeys ? 'Switch single keys off' : 'Switch single keys on',
      icon: Keyboard,
      beginsGroup: true,
      onAction: () => {
        switchSingleKeys(!singleKeys);
        notify(singleKeys ? 'Single keys are off. Ctrl K still works.' : 'Single keys are on.');
      },
    },
  ];
}

/** Signs out. Nothing is read again, as after other changes: all of it would be refused. */
function useLogout(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => call('logout'),
    // The page is loaded again, so that nothing of the session is left in memory.
    onSuccess: () => location.assign(`${APP_BASE}/sign-in`),
    onError: (error) => notify(asFailure(error).message, { kind: 'bad' }),
  });
  return () => mutate();
}
