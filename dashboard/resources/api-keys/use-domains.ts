// The domains of the account for its keys: a key has the id of the one that it is bound to.
import { useCall } from '../../api/use-call.ts';
import { findSendingDomain } from '../domains/sending-domain.ts';

const ALL = { query: { limit: 100 } };

/** @returns the words for the domain of a key; an id until the names are read */
export function useDomainNames(): (id: string | null) => string {
  const { data } = useCall('listDomains', ALL);
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'All domains' : (names.get(id) ?? id));
}

/** @returns an address that a key can send from; `none` if no domain of the key can send; undefined until it is known */
export function useSender({ domain_id }: { domain_id: string | null }): string | 'none' | undefined {
  const { data } = useCall('listDomains', ALL);
  if (!data) return undefined;
  const domain = findSendingDomain(data.data.filter(({ id }) => domain_id === null || id === domain_id));
  return domain === undefined ? 'none' : `hello@${domain}`;
}
