// A published template as the body of a campaign, with a value for each of its variables. What mail it makes is shown by the
// preview; it is changed on a page of its own, from which a link leads back.
import { useState } from 'react';
import type { ApiFailure } from '../../../../api/failure.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { editorPath } from '../../../templates/list.ts';
import { readPublished } from '../../../templates/read-published.ts';
import { type CampaignSource, type EditedValue, valueFault, withValue } from '../campaign-draft.ts';
import css from './content.module.css';
import type { PublishedTemplate } from './use-published.ts';

const GONE = 'This template was deleted. Choose another one, or write the body as code.';

type TemplateSource = Extract<CampaignSource, { templateId: string }>;

interface TemplateBodyProps {
  campaignId: string;
  source: TemplateSource;
  published: PublishedTemplate;
  onChange(source: CampaignSource): void;
  failure: ApiFailure | undefined;
  isReadOnly: boolean;
}

/** The fields. */
export function TemplateBody(props: TemplateBodyProps) {
  const { campaignId, source, published, onChange, failure, isReadOnly } = props;
  const { templateId } = source;
  const [chosen, setChosen] = useState<{ id: string; label: string }>();
  const isGone = published.failure?.status === 404;
  const name = isGone
    ? `Deleted template ${templateId}`
    : (published.template?.name ?? nameOf(chosen, templateId));
  if (isReadOnly) return <Shown name={name} source={source} />;
  return (
    <>
      <ComboBox
        label="Template"
        value={templateId === '' ? undefined : { id: templateId, label: name }}
        onChange={(next) => {
          if (!next?.id || next.id === templateId) return;
          setChosen({ id: next.id, label: next.label });
          onChange({ templateId: next.id, values: {} });
        }}
        read={readPublished}
        placeholder="Name of a published template"
        hint="The campaign uses the body of the template. Sender, subject and preview text are set above."
        error={isGone ? GONE : fieldError(failure, 'source')}
      />
      <Values {...props} />
      {published.template && (
        <div>
          <ButtonLink size="small" href={`${editorPath(templateId)}?campaign=${campaignId}`} isLoaded>
            Edit template
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Until it is read it has the name by which it was chosen: other words would open the list again. */
function nameOf(chosen: { id: string; label: string } | undefined, templateId: string): string {
  return chosen?.id === templateId ? chosen.label : '…';
}

function Values({ source, published, onChange }: TemplateBodyProps) {
  const variables = published.content?.variables ?? [];
  if (variables.length === 0) return null;
  const change = (key: string, typed: EditedValue) =>
    onChange({ ...source, values: withValue(source.values, key, typed) });
  return (
    <fieldset aria-label="Template values" className={css['fields']}>
      {variables.map(({ key, type, fallback_value: fallback }) => {
        const typed = source.values[key] ?? { type, text: '' };
        return (
          <TextField
            key={key}
            label={key}
            value={typed.text}
            onChange={(text) => change(key, { type, text })}
            placeholder={fallback === null ? undefined : `${JSON.stringify(fallback)} (fallback)`}
            error={typed.text === '' ? undefined : valueFault({ ...typed, type })}
            isMono={type !== 'string'}
          />
        );
      })}
    </fieldset>
  );
}

function Shown({ name, source }: { name: string; source: TemplateSource }) {
  const values = Object.entries(source.values).map(([key, { text }]) => [key, text] as const);
  return <Facts facts={[['Template', name], ...values]} />;
}
