// A call of an operation for everybody: signing in, and asking for a link. Unlike other changes
// (dashboard/api/use-call.ts) it has nothing read again, because until the last step there is no session to read with.
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ApiFailure } from '../../api/failure.ts';
import type { AnswerOf, InputArgument, InputOf } from '../../api/request.ts';

type OpenOperationId = 'login' | 'answerTotpChallenge' | 'forgotPassword';

/** The call: `mutate(input)`. */
export function useOpenCall<Id extends OpenOperationId>(
  id: Id,
  onSuccess: (answer: AnswerOf<Id>) => void,
): UseMutationResult<AnswerOf<Id>, ApiFailure, InputOf<Id>> {
  return useMutation<AnswerOf<Id>, ApiFailure, InputOf<Id>>({
    mutationFn: (input) => call(id, ...([input] as unknown as InputArgument<Id>)),
    onSuccess,
  });
}
