// Makes a template of what a campaign says and opens its editor: as code if there is any, otherwise as it will look. The campaign
// stays as it is until the template is published and chosen.
import { TEMPLATE_NAME_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import { APP_BASE } from '../../../../api/base.ts';
import type { Campaign, CreateTemplateBody } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { editorPath } from '../../../templates/list.ts';
import type { EditedCampaign } from '../campaign-draft.ts';

interface WriteAsTemplateProps {
  campaign: Pick<Campaign, 'id'>;
  values: EditedCampaign;
  html: string;
  text: string | null;
}

/** The button. */
export function WriteAsTemplate({ campaign, values, html, text }: WriteAsTemplateProps) {
  const create = useChange('createTemplate', {
    // A document of its own (templates/list.ts).
    onSuccess: ({ id }) => location.assign(`${APP_BASE}${editorPath(id)}?campaign=${campaign.id}`),
  });
  const { name, from, subject, preview_text } = values;
  const content = html || text ? { editor: 'code', html, text } : { editor: 'write' };
  const body = {
    name: name.slice(0, TEMPLATE_NAME_MAX_LENGTH),
    from,
    subject,
    preview_text,
    ...content,
  } as CreateTemplateBody;
  return (
    <>
      <Button
        size="small"
        isBusy={create.isPending}
        refusal={useRefusal('createTemplate')}
        onPress={() => create.mutate({ body })}
      >
        Turn into a template
      </Button>
      {create.error && <FailureNote failure={create.error} />}
    </>
  );
}
