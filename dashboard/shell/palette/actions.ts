// The actions of the palette: each leads to the page that begins it, or does it at once. What a role may not do stays there and
// says why.
import { BASE } from '../../api/base.ts';
import type { OperationId } from '../../api/request.ts';
import { chooseTheme, THEMES } from '../../design/preferences.ts';

/** An action. */
export interface Action {
  id: string;
  label: string;
  /** Below /app. */
  path?: string;
  /** In place of a path. */
  act?: () => void;
  /** What it calls in the end; none: everybody may. */
  operation?: OperationId;
}

/** The actions, in their order. */
export const ACTIONS: readonly Action[] = [
  { id: 'send', label: 'Send an email', path: '/emails?compose=yes', operation: 'sendEmail' },
  { id: 'new-key', label: 'Create an API key', path: '/api-keys?create=yes', operation: 'createApiKey' },
  { id: 'new-domain', label: 'Add a domain', path: '/domains?create=yes', operation: 'createDomain' },
  { id: 'new-webhook', label: 'Add a webhook', path: '/webhooks?create=yes', operation: 'createWebhook' },
  { id: 'new-contact', label: 'Add a contact', path: '/contacts?create=yes', operation: 'createContact' },
  { id: 'new-campaign', label: 'New campaign', path: '/campaigns?create=yes', operation: 'createCampaign' },
  {
    id: 'new-automation',
    label: 'New automation',
    path: '/automations?create=yes',
    operation: 'createAutomation',
  },
  { id: 'new-template', label: 'New template', path: '/templates?create=blank', operation: 'createTemplate' },
  { id: 'new-segment', label: 'New segment', path: '/segments?create=yes', operation: 'createSegment' },
  { id: 'new-topic', label: 'New topic', path: '/topics?create=yes', operation: 'createTopic' },
  {
    id: 'new-property',
    label: 'New property',
    path: '/contacts/properties?create=yes',
    operation: 'createContactProperty',
  },
  {
    id: 'import',
    label: 'Import contacts',
    path: '/contacts/imports/new',
    operation: 'createContactImport',
  },
  {
    id: 'suppress',
    label: 'Suppress an address',
    path: '/suppressions?create=yes',
    operation: 'addSuppressions',
  },
  {
    id: 'invite',
    label: 'Invite member',
    path: '/settings/members?invite=yes',
    operation: 'createInvitation',
  },
  { id: 'second-factor', label: 'Set up two-factor authentication', path: '/settings/security' },
  ...THEMES.map(({ id, label }) => ({ id: `theme-${id}`, label, act: () => chooseTheme(id) })),
  { id: 'documentation', label: 'Documentation', act: () => location.assign(`${BASE}/docs`) },
];
