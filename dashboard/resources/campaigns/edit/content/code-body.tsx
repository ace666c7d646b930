// Code as the body of a campaign, in the editor of templates: names are completed, and what the server has refused is marked,
// listed and kept until it is corrected.
import { useMemo } from 'react';
import type { ApiFailure } from '../../../../api/failure.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import { useProperties } from '../../../../audience/use-properties.ts';
import { usableNames } from '../../../templates/editor/code/name-completions.ts';
import { CodeSource } from '../../../templates/editor/code-source.tsx';
import { SourceProblems } from '../../../templates/editor/source-problems.tsx';
import type { usePane } from '../../../templates/editor/use-pane.ts';
import type { CampaignSource, EditedCampaign } from '../campaign-draft.ts';
import css from './content.module.css';
import { WriteAsTemplate } from './write-as-template.tsx';

/** The fields whose faults the section shows; those of variants are at the variants. */
const FIELDS: readonly string[] = ['from', 'subject', 'preview_text', 'html', 'text'];

interface CodeBodyProps {
  campaign: Campaign;
  values: EditedCampaign;
  source: Extract<CampaignSource, { templateId: null }>;
  onChange(source: CampaignSource): void;
  failure: ApiFailure | undefined;
  isReadOnly: boolean;
  places: ReturnType<typeof usePane>;
}

/** The editor. */
export function CodeBody({ campaign, values, source, onChange, failure, isReadOnly, places }: CodeBodyProps) {
  const { data: properties } = useProperties();
  const names = useMemo(
    () =>
      usableNames(
        [],
        (properties ?? []).map(({ key }) => key),
      ),
    [properties],
  );
  const problems = useMemo(
    () => (failure?.problems ?? []).filter(({ field }) => FIELDS.includes(field)),
    [failure],
  );
  const { html, text } = source;
  const fault = problems.length === 0 ? fieldError(failure, 'source') : undefined;
  return (
    <>
      <CodeSource
        source={{ editor: 'code', document: null, html, text }}
        onChange={(next) => onChange({ templateId: null, html: next.html, text: next.text })}
        names={names}
        isReadOnly={isReadOnly}
        problems={problems}
        jump={places.jump}
      />
      {fault !== undefined && <p role="alert">{fault}</p>}
      <SourceProblems problems={problems} onJump={places.jumpTo} />
      {!isReadOnly && (
        <div className={css['row']}>
          <WriteAsTemplate campaign={campaign} values={values} html={html} text={text} />
        </div>
      )}
    </>
  );
}
