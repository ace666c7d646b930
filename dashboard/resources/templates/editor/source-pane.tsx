// The source of a template in its editor, as it will look or as code, and below it what the server has found to be
// wrong with it. A document that the visual editor cannot open is kept, and its source is shown, until one continues as
// code.
import { memo } from 'react';
import type { SourceProblem } from '../../../api/failure.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { isKnownDocument } from '../write/document/known-document.ts';
import { CodeSource } from './code-source.tsx';
import css from './editor.module.css';
import type { SourceEditorProps, SourcePlace } from './source-editor.ts';
import { SourceProblems } from './source-problems.tsx';

const WriteEditor = loadedLater(() => import('../write/write-editor.tsx').then((it) => it.WriteEditor));

interface SourcePaneProps extends SourceEditorProps {
  /** The result of `useRefusal`: why the person may not edit it. */
  refusal: string | undefined;
  problems: readonly SourceProblem[];
  jump: SourcePlace | undefined;
  onJump(place: SourcePlace): void;
}

/** A document is opened if it is known, and begun if there is nothing yet that it would replace. */
export function isOfVisualEditor({ editor, document, html, text }: SourceEditorProps['source']): boolean {
  if (editor !== 'write') return false;
  return document === null ? html === '' && !text : isKnownDocument(document);
}

/** The pane. */
export const SourcePane = memo(function SourcePane(props: SourcePaneProps) {
  const { source, problems, onChange, onJump, refusal } = props;
  const isWritten = isOfVisualEditor(source);
  const isForeign = source.editor !== 'code' && !isWritten;
  const goOnAsCode = () => {
    // Its text would stay unchanged when the html changes; so the server makes it from the html.
    onChange({ ...source, editor: 'code', document: null, text: null });
    notify('You now edit this template as code.', { undo: () => onChange(source) });
  };
  return (
    <div className={css['source']}>
      {isForeign && (
        <Notice
          kind="info"
          title="This template comes from another visual editor"
          action={
            <Button size="small" refusal={refusal} onPress={goOnAsCode}>
              Continue as code
            </Button>
          }
        >
          This is the HTML that the other editor created. You can continue as code, but the document of that
          editor is then discarded.
        </Notice>
      )}
      {isWritten ? (
        <>
          <WriteEditor.Component {...props} />
          <p className={css['way']}>
            <Button size="small" refusal={refusal} onPress={goOnAsCode}>
              Continue as code
            </Button>
            You cannot undo this: the visual editor cannot open code.
          </p>
        </>
      ) : (
        <CodeSource {...props} isReadOnly={props.isReadOnly || isForeign} />
      )}
      <SourceProblems problems={problems} isWritten={isWritten} onJump={onJump} />
    </div>
  );
});
