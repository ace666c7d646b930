// The body of a campaign: a template with the values of its variables, or code. To change from one to the other can be undone,
// because the API keeps one of them.
import { Segmented } from '../../../../design/controls/segmented.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import type { usePane } from '../../../templates/editor/use-pane.ts';
import { type CampaignSource, isSourceFinished } from '../campaign-draft.ts';
import type { SectionProps } from '../section.ts';
import { CodeBody } from './code-body.tsx';
import css from './content.module.css';
import { OfferedTemplate } from './offered-template.tsx';
import { TemplateBody } from './template-body.tsx';
import { usePublished } from './use-published.ts';

const KINDS = [
  { id: 'template', label: 'Template' },
  { id: 'code', label: 'Code' },
];

interface CampaignBodyProps extends SectionProps {
  places: ReturnType<typeof usePane>;
}

/** Either of them. */
export function CampaignBody({ campaign, values, change, failure, refusal, places }: CampaignBodyProps) {
  const { source } = values;
  const published = usePublished(source.templateId || undefined);
  const changeSource = (next: CampaignSource) =>
    change({ source: next }, isSourceFinished(next) ? [] : ['source']);
  const changeKind = (kind: string) => {
    const isCode = kind === 'code';
    if (isCode === (source.templateId === null)) return;
    const { html, text = null } = published.content ?? {};
    changeSource(isCode ? { templateId: null, html: html ?? '', text } : { templateId: '', values: {} });
    if (isSourceFinished(source))
      notify(isCode ? 'The body is now code.' : 'The body now comes from a template.', {
        undo: () => changeSource(source),
      });
  };
  const isReadOnly = refusal !== undefined;
  return (
    <div className={css['body']}>
      {!isReadOnly && (
        <>
          <OfferedTemplate campaignId={campaign.id} source={source} onUse={changeSource} />
          <div>
            <Segmented
              label="The body is"
              options={KINDS}
              selected={source.templateId === null ? 'code' : 'template'}
              onSelect={changeKind}
            />
          </div>
        </>
      )}
      {source.templateId === null ? (
        <CodeBody
          campaign={campaign}
          values={values}
          source={source}
          onChange={changeSource}
          failure={failure}
          isReadOnly={isReadOnly}
          places={places}
        />
      ) : (
        <TemplateBody
          campaignId={campaign.id}
          source={source}
          published={published}
          onChange={changeSource}
          failure={failure}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  );
}
