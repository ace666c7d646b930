// The source of a template in its editor, and below it what the server has found to be wrong with it. A document of the visual
// editor that this page cannot edit is kept, and its source is shown, until one goes on as code.
import { memo } from 'react';
import type { SourceProblem } from '../../../api/failure.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { CodeSource } from './code-source.tsx';
import css from './editor.module.css';
import { PlaceList } from './place-list.tsx';
import type { SourceEditorProps, SourcePlace } from './source-editor.ts';

interface SourcePaneProps extends SourceEditorProps {
  /** Of useRefusal: why the person may not edit it. */
  refusal: string | undefined;
  problems: readonly SourceProblem[];
  jump: SourcePlace | undefined;
  onJump(place: SourcePlace): void;
}

/** The pane. */
export const SourcePane = memo(function SourcePane(props: SourcePaneProps) {
  const { source, problems, onChange, onJump, refusal } = props;
  const isForeign = source.editor !== 'code';
  const goOnAsCode = () => {
    onChange({ ...source, editor: 'code', document: null });
    notify('You go on as code.', { undo: () => onChange(source) });
  };
  return (
    <div className={css['source']}>
      {isForeign && (
        <Notice
          kind="info"
          title="This template was written in the visual editor"
          action={
            <Button size="small" refusal={refusal} onPress={goOnAsCode}>
              Go on as code
            </Button>
          }
        >
          Here you see the source that was made of it. As code you can change it, and the document of the
          visual editor is dropped.
        </Notice>
      )}
      <CodeSource {...props} isReadOnly={props.isReadOnly || isForeign} />
      {problems.length > 0 && (
        <section aria-label="What is wrong with the source" role="status" className={css['problems']}>
          <PlaceList places={problems.map((each) => ({ ...each, level: 'error' }))} onJump={onJump} />
        </section>
      )}
    </div>
  );
});
