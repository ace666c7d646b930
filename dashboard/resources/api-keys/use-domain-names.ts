// The names of the domains to which keys are bound: the API answers their ids.
import { useCall } from '../../api/use-call.ts';

/** @returns the words for the domain of a key; an id until the names are read */
export function useDomainNames(): (id: string | null) => string {
  const { data } = useCall('listDomains', { query: { limit: 100 } });
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'Every domain' : (names.get(id) ?? id));
}
