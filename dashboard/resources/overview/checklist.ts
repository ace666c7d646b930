// The first steps of an account: a key, an email, a domain, a webhook, and for mail to many people contacts and a campaign.
// Which of them are done follows from what the account has.
import type { ApiKeyItem } from '../../api/generated/types.ts';
import { canSend, type SendingFacts } from '../domains/sending-domain.ts';

/** The facts for the steps. */
export interface AccountFacts {
  keys: readonly Pick<ApiKeyItem, 'name' | 'last_used_at'>[];
  domains: readonly SendingFacts[];
  hasEmails: boolean;
  hasWebhooks: boolean;
  hasContacts: boolean;
  hasCampaigns: boolean;
}

/** The required steps of the set-up, and those of accounts that write to many people. */
export const NEEDED_STEPS = ['key', 'send', 'domain', 'webhook'] as const;
const FURTHER_STEPS = ['contacts', 'campaign'] as const;
export const STEPS = [...NEEDED_STEPS, ...FURTHER_STEPS] as const;

export type StepId = (typeof STEPS)[number];

/** The key that the first start makes (shared/resources/people/new-accounts/create-first-account.ts): no person chose it. */
const KEY_OF_FIRST_START = 'First key';

/** The domain of `npm start`: `.local` is for this machine or network only (RFC 6762). */
const OF_THIS_MACHINE = /\.local$/;

/** Step → whether it is done, in the order of the steps. */
export function checklistOf({
  keys,
  domains,
  hasEmails,
  hasWebhooks,
  hasContacts,
  hasCampaigns,
}: AccountFacts): Record<StepId, boolean> {
  const hasOwnKey = keys.some(
    ({ name, last_used_at }) => name !== KEY_OF_FIRST_START || last_used_at !== null,
  );
  return {
    key: hasOwnKey,
    send: hasEmails,
    domain: domains.some((domain) => canSend(domain) && !OF_THIS_MACHINE.test(domain.name)),
    webhook: hasWebhooks,
    contacts: hasContacts,
    campaign: hasCampaigns,
  };
}
