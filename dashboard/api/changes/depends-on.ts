// What a read shows: which of the names in the stream of changes concern it. It is the first part of its path, and what the table says.
import { OPERATIONS } from '../generated/operations.ts';
import type { OperationId } from '../request.ts';

/** First part of a path → what its answers also show, or what changes them. */
export const ALSO_SHOWS: Readonly<Record<string, readonly string[]>> = {
  account: ['auth', 'domains'],
  'api-keys': ['domains'],
  audiences: ['contacts', 'domains'],
  automations: ['contacts', 'domains', 'emails', 'events'],
  broadcasts: ['campaigns', 'emails'],
  campaigns: ['broadcasts', 'emails'],
  'contact-properties': ['contacts'],
  contacts: ['audiences', 'automations', 'events', 'segments', 'topics'],
  domains: ['audiences'],
  events: ['contacts'],
  invitations: ['auth', 'members'],
  members: ['auth', 'invitations'],
  people: [
    'audiences',
    'automations',
    'campaigns',
    'contacts',
    'emails',
    'events',
    'polls',
    'segments',
    'suppressions',
    'topics',
  ],
  polls: ['broadcasts', 'campaigns', 'emails', 'templates'],
  segments: ['audiences', 'contacts'],
  topics: ['contacts'],
  usage: ['account', 'automations', 'contacts', 'domains', 'emails'],
};

/** Operation → what only its answers also show. */
const ALSO_SHOWS_ALONE: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  getContact: ['suppressions'],
  previewCampaign: ['contacts', 'templates'],
  traceEmail: ['suppressions', 'webhooks'],
};

/**
 * Whether a change of the named resources may have changed the answer of a read.
 * @param id an operation; of any other read: false
 */
export function isConcerned(id: string, changed: ReadonlySet<string>): boolean {
  const operation = id as OperationId;
  const name = OPERATIONS[operation]?.path.split('/')[1] ?? '';
  return [name, ...(ALSO_SHOWS[name] ?? []), ...(ALSO_SHOWS_ALONE[operation] ?? [])].some((shown) =>
    changed.has(shown),
  );
}
