// What can be done with what was written of a template that is deleted.
import { useLocation } from 'wouter';
import type { CreateTemplateBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { TEMPLATES_PATH } from '../list.ts';

/** The notice. */
export function GoneTemplate({ body }: { body: CreateTemplateBody }) {
  const [, navigate] = useLocation();
  const create = useChange('createTemplate', {
    onSuccess: ({ id }) => navigate(`${TEMPLATES_PATH}/${id}/edit`, { replace: true }),
  });
  return (
    <>
      <Notice
        kind="warn"
        role="alert"
        action={
          <Button
            isBusy={create.isPending}
            refusal={useRefusal('createTemplate')}
            onPress={() => create.mutate({ body })}
          >
            Make a new one of this
          </Button>
        }
      >
        This template was deleted in another place. What you have written is still here.
      </Notice>
      {create.error && <FailureNote failure={create.error} />}
    </>
  );
}
