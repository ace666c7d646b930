// The actions of the palette: each leads to the page that begins it. What a role may not do stays there and says why.
import type { OperationId } from '../../api/request.ts';

/** An action. */
interface Action {
  id: string;
  label: string;
  /** Below /app. */
  path: string;
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
    label: 'Invite a person',
    path: '/settings/members?invite=yes',
    operation: 'createInvitation',
  },
  { id: 'second-factor', label: 'Set up a second factor', path: '/settings/security' },
];
