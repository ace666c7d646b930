// The account menu: other accounts, the profile, the theme, single keys, the documentation and the way out.
import BookOpen from 'lucide-react/icons/book-open';
import Building2 from 'lucide-react/icons/building-2';
import Check from 'lucide-react/icons/check';
import House from 'lucide-react/icons/house';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import { useLocation } from 'wouter';
import { BASE, VERSION } from '../../api/base.ts';
import type { Session } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import type { MenuItem } from '../../design/floating/menu-popover.tsx';
import { MenuPopover } from '../../design/floating/menu-popover.tsx';
import type { OpenedPopover } from '../../design/lazy/use-opener.ts';
import { chooseTheme, switchSingleKeys, THEMES, usePreferences } from '../../design/preferences.ts';
import { useSwitchAccount } from '../../resources/account/use-switch-account.ts';
import { useLogout } from './use-logout.ts';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Other pages of this server. `?start` shows the start page also where `/` leads to the dashboard. */
const PLACES = [
  {
    id: 'documentation',
    label: 'Documentation',
    hint: VERSION && `Posthorn ${VERSION}`,
    icon: BookOpen,
    beginsGroup: true,
    path: '/docs',
  },
  { id: 'start', label: 'Start page', icon: House, path: '/?start' },
] as const;

/** The menu. */
export function AccountPopover(menu: OpenedPopover & { label: string }) {
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
    ...PLACES.map(({ path, ...item }) => ({ ...item, onAction: () => location.assign(`${BASE}${path}`) })),
    { id: 'logout', label: 'Sign out', icon: LogOut, beginsGroup: true, onAction: logout },
  ];
  return <MenuPopover {...menu} items={items} />;
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
    ...THEMES.map(({ id, label }) => ({
      id,
      label,
      icon: theme === id ? Check : THEME_ICONS[id],
      beginsGroup: id === 'system',
      ...(theme === id && { hint: 'Shown' }),
      onAction: () => chooseTheme(id),
    })),
    {
      id: 'keys',
      label: singleKeys ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts',
      icon: Keyboard,
      beginsGroup: true,
      onAction: () => {
        switchSingleKeys(!singleKeys);
        notify(
          singleKeys ? 'Single-key shortcuts are off. Ctrl K still works.' : 'Single-key shortcuts are on.',
        );
      },
    },
  ];
}
