// Asks before the newest version of a template is published, and shows what mail says differently from then on.
import type { Template } from '../../../api/generated/types.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { VersionDifferences } from '../versions/version-differences.tsx';

interface PublishTemplateProps {
  template: Template;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function PublishTemplate({ template, isOpen, onClose }: PublishTemplateProps) {
  const { id, name, published_version_id: published, current_version_id: current } = template;
  const publish = useChange('publishTemplate', {
    onSuccess: () => {
      notify(`${name} is published.`);
      onClose();
    },
  });
  return (
    <ConfirmChange
      operation="publishTemplate"
      input={{ id }}
      change={publish}
      title="Publish this version?"
      isOpen={isOpen}
      onClose={onClose}
      isHarmless
      width="wide"
      lost={
        <Stack gap={3}>
          <p>
            New mail uses this version.{' '}
            {published === null
              ? 'Until now this template could not be sent.'
              : 'Mail that was already sent does not change.'}
          </p>
          {published !== null && (
            <VersionDifferences
              templateId={id}
              before={published}
              after={current}
              sides={['Published', 'Newest']}
            />
          )}
        </Stack>
      }
      confirmLabel="Publish"
    />
  );
}
