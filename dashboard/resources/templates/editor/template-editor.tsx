// The page on which a template is edited: its fields and its source, next to them the mail as the server renders it, below what
// would go wrong with it. It is saved as one types; what the server refuses stays in this browser until it is corrected.
import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { TEMPLATE_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { CreateTemplateBody, Template } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { announce } from '../../../design/feedback/notices.ts';
import { Checkbox } from '../../../design/fields/checkbox.tsx';
import { Status } from '../../../design/text/status.tsx';
import { WorkPanes } from '../../../design/work/work-panes.tsx';
import { GoneRecord } from '../../../editing/gone-record.tsx';
import { WorkPage } from '../../../editing/work-page.tsx';
import { RecordState } from '../../../records/record-pane.tsx';
import { editPath } from '../../campaigns/list.ts';
import { TEMPLATES_PATH } from '../list.ts';
import { templateBadge } from '../words.ts';
import { useSuggested } from './acts/use-suggested.ts';
import { useWorkKeys } from './acts/use-work-keys.ts';
import { useWorkAct } from './acts/work-act.ts';
import { WorkActions, WorkDialogs } from './acts/work-dialogs.tsx';
import { CheckSection } from './details/check-section.tsx';
import { VariablesSection } from './details/variables-section.tsx';
import css from './editor.module.css';
import { HeadFields } from './head-fields.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { SampleFields } from './preview/sample-fields.tsx';
import type { EditedSource } from './source-editor.ts';
import { isOfVisualEditor, SourcePane } from './source-pane.tsx';
import {
  areVariablesFinished,
  type EditedVariable,
  templateBody,
  unsavedTemplate,
} from './template-draft.ts';
import { usePane } from './use-pane.ts';
import { useTemplateWork } from './use-template-work.ts';

const PANES = {
  name: 'template-editor',
  label: 'Parts of the editor',
  widthLabel: 'Width of the source',
  min: 30,
} as const;
const SOURCE = { id: 'source', label: 'Source' } as const;
const PREVIEW = { id: 'preview', label: 'Preview' } as const;

/** The new record that is made of a template that was deleted elsewhere. */
const NEW_TEMPLATE = {
  create: 'createTemplate',
  listPath: TEMPLATES_PATH,
  label: 'Save as new template',
} as const;

/** The page. A template that another person deletes stays on the page: otherwise the text would be lost. */
export function TemplateEditor({ id }: { id: string }) {
  const read = useCall('getTemplate', { id }, { isLive: true });
  const isGone = read.error?.status === 404 && read.data !== undefined;
  return (
    <RecordState
      read={isGone ? { ...read, data: read.data, error: null } : read}
      listPath={TEMPLATES_PATH}
      what="template"
    >
      {(template) => <Editor template={template} readId={id} isGone={isGone} />}
    </RecordState>
  );
}

interface EditorProps {
  template: Template;
  readId: string;
  isGone: boolean;
}

function Editor({ template, readId, isGone }: EditorProps) {
  const work = useTemplateWork(template, readId);
  const { draft, samples, preview } = work;
  const { values, change, failure, state } = draft;
  const refusal = useRefusal('updateTemplate');
  const { act, begin } = useWorkAct(draft);
  const places = usePane();
  const onSuggested = useSuggested(draft);
  useWorkKeys({
    save: () => (state === 'saved' ? announce('Saved.') : draft.retry()),
    preview: () => {
      places.showPane('preview');
      preview.ask();
    },
    publish: () => begin('publish'),
  });
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={TEMPLATE_NAME_MAX_LENGTH}
      refusal={refusal}
      back={useWayBack(readId)}
      mark={<Status {...templateBadge(template)} />}
      actions={<WorkActions state={state} onBegin={begin} />}
      draft={draft}
    >
      {isGone && <GoneTemplate body={{ ...unsavedTemplate(values, template), ...templateBody(values) }} />}
      <HeadFields
        {...values}
        emptyHint="Leave empty if each send provides it."
        onChange={change}
        failure={failure}
        isReadOnly={refusal !== undefined}
      />
      <WorkPanes
        {...PANES}
        shown={places.pane}
        onShow={places.showPane}
        first={{ ...SOURCE, content: <SourceColumn template={template} work={work} places={places} /> }}
        others={[{ ...PREVIEW, content: <PreviewColumn work={work} /> }]}
      />
      <WorkDialogs
        act={act}
        template={template}
        sample={samples.body}
        isSaved={state === 'saved'}
        onSuggested={onSuggested}
        onClose={() => begin(undefined)}
      />
    </WorkPage>
  );
}

function GoneTemplate({ body }: { body: object }) {
  return (
    <GoneRecord {...NEW_TEMPLATE} body={body as CreateTemplateBody}>
      This template was deleted elsewhere. Your changes are still here.
    </GoneRecord>
  );
}

/** Returns to the template, or to the campaign whose body is written. */
function useWayBack(readId: string) {
  const campaign = new URLSearchParams(useSearch()).get('campaign');
  return campaign === null
    ? { href: `${TEMPLATES_PATH}/${readId}`, label: 'Template' }
    : { href: `${editPath(encodeURIComponent(campaign))}?template=${readId}`, label: 'Campaign' };
}

function PreviewColumn({ work }: { work: ReturnType<typeof useTemplateWork> }) {
  const { preview, sample, samples, changeSample } = work;
  return (
    <div className={css['below']}>
      <PreviewPane {...preview} />
      <SampleFields sample={sample} samples={samples} onChange={changeSample} />
    </div>
  );
}

interface SourceColumnProps {
  template: Template;
  work: ReturnType<typeof useTemplateWork>;
  places: ReturnType<typeof usePane>;
}

function SourceColumn({ template: { id }, work, places }: SourceColumnProps) {
  const { draft, problems, names, undeclared, samples } = work;
  const { values, change, failure, state, savedAtMs } = draft;
  const { jump, jumpTo } = places;
  const refusal = useRefusal('updateTemplate');
  const isWritten = isOfVisualEditor(values.source);
  const changeSource = useCallback((source: EditedSource) => change({ source }), [change]);
  const changeVariables = useCallback(
    (variables: readonly EditedVariable[]) =>
      change({ variables }, areVariablesFinished(variables) ? [] : ['variables']),
    [change],
  );
  return (
    <div className={css['below']}>
      <SourcePane
        source={values.source}
        onChange={changeSource}
        names={names}
        isReadOnly={refusal !== undefined}
        refusal={refusal}
        problems={problems}
        jump={jump}
        onJump={jumpTo}
      />
      {!isWritten && (
        <Checkbox
          label="Inline CSS"
          hint="Some mail clients ignore style sheets."
          isSelected={values.inline_css}
          refusal={refusal}
          onChange={(inline_css) => change({ inline_css })}
        />
      )}
      <VariablesSection
        variables={values.variables}
        undeclared={undeclared}
        onChange={changeVariables}
        failure={failure}
        refusal={refusal}
      />
      <CheckSection
        templateId={id}
        body={samples.body}
        isSaved={state === 'saved' && samples.isFinished}
        savedAtMs={savedAtMs}
        isWritten={isWritten}
        onJump={jumpTo}
      />
    </div>
  );
}
