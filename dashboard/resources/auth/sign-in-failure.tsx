// Why a sign-in did not succeed. What was refused needs its sentence only; a fault of the server has its request id.
import type { ApiFailure } from '../../api/failure.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';

/** Says why. */
export function SignInFailure({ failure }: { failure: ApiFailure | undefined }) {
  if (!failure) return null;
  if (failure.status >= 500) return <FailureNote failure={failure} />;
  return (
    <Notice kind="bad" role="alert">
      {failure.message}
    </Notice>
  );
}
