// Which domain of an account mail can be sent from, for forms and examples that need one.
import type { DomainItem } from '../../api/generated/types.ts';

/** docs/reference/domains.md#the-domain-record */
const SENDING_STATUSES = new Set<DomainItem['status']>([
  'verified',
  'partially_verified',
  'partially_failed',
]);

/** The facts that decide whether a domain can send. */
export type SendingFacts = Pick<DomainItem, 'name' | 'status' | 'capabilities' | 'default'>;

/** Whether a domain can send, as far as this depends on the domain itself. */
export function canSend({ status, capabilities }: Pick<SendingFacts, 'status' | 'capabilities'>): boolean {
  return SENDING_STATUSES.has(status) && capabilities.sending === 'enabled';
}

/** The name of a domain that can send, the default one first. */
export function findSendingDomain(domains: readonly SendingFacts[]): string | undefined {
  const able = domains.filter(canSend);
  return (able.find((each) => each.default) ?? able[0])?.name;
}
