// The newest version of a template as a person gets it, with a sample of each value: rendered by the server, as a send would
// be. What publishing would refuse is shown in its place.
import type { Template } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/request.ts';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { MailView } from '../mail/mail-view.tsx';
import { samplesOf } from '../sample-values.ts';

/** The preview. */
export function TemplatePreview({ template }: { template: Template }) {
  const { id, html, text } = template;
  const isBlank = !(html || text);
  const input = { id, body: samplesOf(template) } as InputOf<'previewTemplate'>;
  const { data, error, refetch } = useCall('previewTemplate', input, {
    isLive: true,
    isEnabled: !isBlank,
    keepsPrevious: true,
  });
  if (isBlank)
    return (
      <EmptyState title="This template is empty">
        Edit the template to see a preview of the email here.
      </EmptyState>
    );
  if (error)
    return <FailureNote title="This version has no preview" failure={error} onRetry={() => void refetch()} />;
  return data ? <MailView mail={data} /> : <Skeleton height={480} />;
}
