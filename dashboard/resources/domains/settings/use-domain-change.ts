// Changes a setting of a domain. The answer is the domain as it is then, so what is shown changes with it at once, and a
// switch does not go back for the moment until the domain has been read again.
import { useQueryClient } from '@tanstack/react-query';
import type { Domain } from '../../../api/generated/types.ts';
import { readOf, useChange } from '../../../api/use-call.ts';

/** @returns the change: `mutate({ id, body })` */
export function useDomainChange(onSuccess?: (domain: Domain) => void) {
  const client = useQueryClient();
  return useChange('updateDomain', {
    onSuccess: (domain) => {
      client.setQueryData(readOf('getDomain', { id: domain.id }).queryKey, domain);
      onSuccess?.(domain);
    },
  });
}
