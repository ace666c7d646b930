// From which domain of the account the page sends.
import { useCall } from '../../../api/use-call.ts';
import { findSendingDomain } from '../../domains/sending-domain.ts';

/** The name of a domain that can send; null: there is none; undefined: it is not known yet. */
export function useSendingDomain() {
  const { data, error, refetch } = useCall('listDomains', { query: { limit: 100 } });
  const domain = data ? (findSendingDomain(data.data) ?? null) : undefined;
  return { domain, error: data ? null : error, refetch };
}
