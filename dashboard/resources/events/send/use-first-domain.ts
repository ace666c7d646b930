// The domain whose automations take an event, before another is chosen: an account may have 10,000, so that only the one is
// asked for.
import { useCall } from '../../../api/use-call.ts';
import type { EventDomain } from './event-draft.ts';

/** The default domain of the account, else one that is verified, else the newest; null: there is none; undefined: not known yet. */
export function useFirstDomain() {
  const account = useCall('getAccount', {});
  const hasNoDefault = account.data?.default_domain === null;
  const verified = useCall(
    'listDomains',
    { query: { status: 'verified', limit: 1 } },
    { isEnabled: hasNoDefault },
  );
  const hasNoVerified = hasNoDefault && verified.data?.data.length === 0;
  const newest = useCall('listDomains', { query: { limit: 1 } }, { isEnabled: hasNoVerified });
  const domain: EventDomain | null | undefined =
    account.data?.default_domain ??
    verified.data?.data[0] ??
    (newest.data ? (newest.data.data[0] ?? null) : undefined);
  const failed = [account, verified, newest].find(({ error }) => error !== null);
  return { domain, error: failed?.error ?? null, refetch: () => failed?.refetch() };
}
