// The first steps of an account: a key, an email, a domain, a webhook. Which of them are done follows from what the
// account has.
import type { ApiKeyItem } from '../../api/generated/types.ts';
import { findSendingDomain, type SendingFacts } from '../domains/sending-domain.ts';

/** What the steps follow from. */
export interface AccountFacts {
  keys: readonly Pick<ApiKeyItem, 'name' | 'last_used_at'>[];
  domains: readonly SendingFacts[];
  hasEmails: boolean;
  hasWebhooks: boolean;
}

export type StepId = 'key' | 'send' | 'domain' | 'webhook';

/** The key that the first start makes (shared/resources/people/new-accounts/create-first-account.ts): no person chose it. */
const KEY_OF_FIRST_START = 'First key';

/** Step → whether it is done, in the order of the steps. */
export function checklistOf({
  keys,
  domains,
  hasEmails,
  hasWebhooks,
}: AccountFacts): Record<StepId, boolean> {
  const hasOwnKey = keys.some(
    ({ name, last_used_at }) => name !== KEY_OF_FIRST_START || last_used_at !== null,
  );
  return {
    key: hasOwnKey,
    send: hasEmails,
    domain: findSendingDomain(domains) !== undefined,
    webhook: hasWebhooks,
  };
}
