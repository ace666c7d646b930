// Takes the deletion of the account back: the act of the bar above the pages, and of the settings.
import type { ApiFailure } from '../../api/failure.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';

interface Keeping {
  /** The props of a `Button`. */
  button: { isBusy: boolean; refusal: string | undefined; onPress(): void };
  failure: ApiFailure | null;
}

/** @returns its button, and the refusal */
export function useKeepAccount(): Keeping {
  const refusal = useRefusal('keepAccount');
  const { mutate, isPending, error } = useChange('keepAccount', {
    onSuccess: ({ suspension }) =>
      notify(
        suspension === null
          ? 'The account is kept. Pending work resumes.'
          : 'The account is kept, but the operator still has it suspended.',
      ),
  });
  return { button: { isBusy: isPending, refusal, onPress: () => mutate({}) }, failure: error };
}
