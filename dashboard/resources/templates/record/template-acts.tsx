// What can be done with a template besides renaming and deleting it.
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Template } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { editorPath, TEMPLATES_PATH } from '../list.ts';
import { PublishTemplate } from '../publish/publish-template.tsx';

/** The buttons, with the question before publishing. */
export function TemplateActs({ template }: { template: Template }) {
  const { id, has_unpublished_versions } = template;
  const [isPublishing, setPublishing] = useState(false);
  const refusal = {
    change: useRefusal('updateTemplate'),
    publish: useRefusal('publishTemplate'),
    duplicate: useRefusal('duplicateTemplate'),
  };
  const [, navigate] = useLocation();
  const duplicate = useChange('duplicateTemplate', {
    onSuccess: (copy) => {
      notify(`${copy.name} created.`);
      navigate(`${TEMPLATES_PATH}/${copy.id}`, INTO_RECORD);
    },
  });
  return (
    <>
      <ButtonLink href={editorPath(id)} icon={Pencil} isLoaded>
        {refusal.change === undefined ? 'Edit' : 'View source'}
      </ButtonLink>
      <Button
        icon={Send}
        refusal={
          refusal.publish ??
          (has_unpublished_versions ? undefined : 'The latest version is already published.')
        }
        onPress={() => setPublishing(true)}
      >
        Publish
      </Button>
      <Button
        icon={Copy}
        isBusy={duplicate.isPending}
        refusal={refusal.duplicate}
        onPress={() => duplicate.mutate({ id })}
      >
        Duplicate
      </Button>
      {duplicate.error && <FailureNote failure={duplicate.error} />}
      <PublishTemplate template={template} isOpen={isPublishing} onClose={() => setPublishing(false)} />
    </>
  );
}
