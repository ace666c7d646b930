// Takes a contact out of a segment that has its contacts by hand, at once and with an undo.
import { useRefusal } from '../api/session.ts';
import { useChange } from '../api/use-call.ts';
import { notify } from '../design/feedback/toaster.tsx';

/** A contact in a segment. */
interface Membership {
  /** The id of the contact. */
  id: string;
  segmentId: string;
}

/** The act that removes it, why this person may not do that, and the failure of it or of its undo. */
export function useTakeOut() {
  const back = useChange('addContactToSegment');
  const remove = useChange('removeContactFromSegment', {
    onSuccess: (_answer, input) =>
      notify('Contact removed from the segment.', { undo: () => back.mutate(input) }),
  });
  const takeOut = (membership: Membership) => {
    // A second press on the same one is none.
    if (remove.isPending) return;
    back.reset();
    remove.mutate(membership);
  };
  return {
    takeOut,
    refusal: useRefusal('removeContactFromSegment'),
    failure: remove.error ?? back.error,
  };
}
