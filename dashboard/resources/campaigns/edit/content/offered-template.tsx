// Offers the template from whose editor one comes back: `?template=` names it.
import { useLocation, useSearch } from 'wouter';
import { Button, ButtonLink } from '../../../../design/controls/button.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { editorPath } from '../../../templates/list.ts';
import type { CampaignSource } from '../campaign-draft.ts';
import { usePublished } from './use-published.ts';

interface OfferedTemplateProps {
  campaignId: string;
  source: CampaignSource;
  onUse(source: CampaignSource): void;
}

/** The notice; nothing where the template is used already. */
export function OfferedTemplate({ campaignId, source, onUse }: OfferedTemplateProps) {
  const offered = new URLSearchParams(useSearch()).get('template') ?? undefined;
  const [path, navigate] = useLocation();
  const { template, content } = usePublished(offered);
  if (!template || template.id === source.templateId) return null;
  if (!content)
    return (
      <Notice
        kind="info"
        action={
          <ButtonLink size="small" href={`${editorPath(template.id)}?campaign=${campaignId}`} isLoaded>
            Open template
          </ButtonLink>
        }
      >
        {template.name} can become the body of this campaign after you publish it.
      </Notice>
    );
  return (
    <Notice
      kind="info"
      action={
        <Button
          size="small"
          onPress={() => {
            onUse({ templateId: template.id, values: {} });
            navigate(path, { replace: true });
          }}
        >
          Use template
        </Button>
      }
    >
      {template.name} is published. You can use it as the body of this campaign.
    </Notice>
  );
}
