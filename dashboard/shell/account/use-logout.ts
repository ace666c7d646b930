// Signs out. Nothing is read again, as after other changes: all of it would be refused.
import { useMutation } from '@tanstack/react-query';
import { APP_BASE } from '../../api/base.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { forgetStoredDrafts } from '../../editing/stored-drafts.ts';

/** @returns what signs out */
export function useLogout(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      forgetStoredDrafts(() => localStorage);
      // The page is loaded again, so that nothing of the session is left in memory.
      location.assign(`${APP_BASE}/sign-in`);
    },
    onError: (error) => notify(asFailure(error).message, { kind: 'bad' }),
  });
  return () => mutate();
}
