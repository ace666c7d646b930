// The sections of the settings: their URLs and what loads them.
import type { ComponentType } from 'react';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';

/** A section. */
export interface SettingsSection {
  id: string;
  label: string;
  /** Below /app. */
  path: string;
  Component: ComponentType;
  load: () => Promise<unknown>;
}

function section(id: string, label: string, load: () => Promise<ComponentType>): SettingsSection {
  return { id, label, path: id === 'account' ? '/settings' : `/settings/${id}`, ...loadedLater(load) };
}

const OF_THE_ACCOUNT = [
  section('account', 'General', () =>
    import('../account/account-section.tsx').then((it) => it.AccountSection),
  ),
  section('members', 'Members', () =>
    import('../members/members-section.tsx').then((it) => it.MembersSection),
  ),
  section('unsubscribe-page', 'Unsubscribe page', () =>
    import('../unsubscribe-page/unsubscribe-page-section.tsx').then((it) => it.UnsubscribePageSection),
  ),
  section('usage', 'Usage', () => import('../usage/usage-section.tsx').then((it) => it.UsageSection)),
  section('audit', 'Audit log', () =>
    import('../audit-events/audit-section.tsx').then((it) => it.AuditSection),
  ),
];

const OF_THE_PERSON = [
  section('profile', 'Profile', () => import('./profile-section.tsx').then((it) => it.ProfileSection)),
  section('security', 'Security', () => import('./security-section.tsx').then((it) => it.SecuritySection)),
  section('sessions', 'Sessions', () =>
    import('../sessions/sessions-section.tsx').then((it) => it.SessionsSection),
  ),
];

/** The sections in the order of the list. */
export const GROUPS = [
  { heading: 'Account', sections: OF_THE_ACCOUNT },
  { heading: 'You', sections: OF_THE_PERSON },
] as const;

/** @param name from the URL; undefined is the first section */
export function findSection(name = 'account'): SettingsSection | undefined {
  return [...OF_THE_ACCOUNT, ...OF_THE_PERSON].find(({ id }) => id === name);
}
