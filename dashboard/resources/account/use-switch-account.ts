// Goes on in another account of the person.
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { adoptSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';

/** @returns the change: `mutate({ body: { account_id } })` opens the overview of that account */
export function useSwitchAccount() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useChange('switchAccount', {
    onSuccess: (next) => {
      adoptSession(client, next);
      navigate('/');
    },
  });
}
