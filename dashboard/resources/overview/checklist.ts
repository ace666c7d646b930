// The first steps of an account: a key, an email, a domain, a webhook. Which of them are done follows from what the
// account has; whether a person has put the finished list away is kept in the browser.
import type { ApiKeyItem, DomainItem } from '../../api/generated/types.ts';

/** What the steps follow from. */
export interface AccountFacts {
  keys: readonly Pick<ApiKeyItem, 'name' | 'last_used_at'>[];
  domains: readonly Pick<DomainItem, 'name' | 'status' | 'capabilities' | 'default'>[];
  hasEmails: boolean;
  hasWebhooks: boolean;
}

export type StepId = 'key' | 'send' | 'domain' | 'webhook';

/** The key that the first start makes (shared/resources/accounts/create-first-account.ts): no person chose it. */
const KEY_OF_FIRST_START = 'First key';
/** docs/reference/domains.md#the-domain-record */
const SENDING_STATUSES = new Set<DomainItem['status']>([
  'verified',
  'partially_verified',
  'partially_failed',
]);
const HIDDEN_ITEM = 'posthorn.checklist_hidden';

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

/** The name of a domain that can send, the default one first. */
export function findSendingDomain(domains: AccountFacts['domains']): string | undefined {
  const able = domains.filter(
    ({ status, capabilities }) => SENDING_STATUSES.has(status) && capabilities.sending === 'enabled',
  );
  return (able.find((each) => each.default) ?? able[0])?.name;
}

/** Whether the list of this account was put away in this browser. */
export function isChecklistHidden(accountId: string): boolean {
  try {
    return localStorage.getItem(HIDDEN_ITEM)?.split(' ').includes(accountId) ?? false;
  } catch {
    return false;
  }
}

/** Puts the list of an account away. */
export function hideChecklist(accountId: string): void {
  try {
    const hidden = localStorage.getItem(HIDDEN_ITEM)?.split(' ') ?? [];
    localStorage.setItem(HIDDEN_ITEM, [...hidden, accountId].join(' '));
  } catch {
    // The browser keeps nothing: it is away until the page is loaded again.
  }
}
