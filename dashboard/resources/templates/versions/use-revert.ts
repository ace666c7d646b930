// Goes back to an older version: a new draft gets its content. The version that was the newest stays, so an undo goes back to it.
import type { Template } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';

/** @param template the read one; a revert replaces its newest version */
export function useRevert({ id, current_version_id: newest }: Template) {
  const back = useChange('revertTemplate', { onSuccess: () => notify('Draft restored.') });
  const revert = useChange('revertTemplate', {
    onSuccess: () =>
      notify('Draft replaced with that version.', {
        undo: () => back.mutate({ id, body: { version_id: newest } }),
      }),
  });
  return {
    refusal: useRefusal('revertTemplate'),
    failure: revert.error ?? back.error,
    revertTo: (versionId: string) => revert.mutate({ id, body: { version_id: versionId } }),
  };
}
