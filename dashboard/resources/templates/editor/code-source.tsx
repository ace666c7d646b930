// The source of a template as code: the html, and the text that is sent with it or made from it. Each keeps its own place and
// its own steps back while the other one is shown.
import { useEffect, useMemo, useState } from 'react';
import type { SourceProblem } from '../../../api/failure.ts';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { Checkbox } from '../../../design/fields/checkbox.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import css from './editor.module.css';
import type { SourceEditorProps, SourcePlace } from './source-editor.ts';

const CodeEditor = loadedLater(() => import('./code/code-editor.tsx').then((it) => it.CodeEditor));
const PARTS = [
  { id: 'html', label: 'HTML' },
  { id: 'text', label: 'Text' },
] as const;

interface CodeSourceProps extends SourceEditorProps {
  problems: readonly SourceProblem[];
  jump: SourcePlace | undefined;
}

/** Both parts. */
export function CodeSource({ source, names, isReadOnly, problems, jump, onChange }: CodeSourceProps) {
  const [part, setPart] = useState<string>('html');
  useEffect(() => {
    if (PARTS.some(({ id }) => id === jump?.field)) setPart(jump?.field ?? 'html');
  }, [jump]);
  // The same lists until others are named: marks move with the text, and to set them again would put them back.
  const marked = useMemo(
    () => ({
      html: problems.filter(({ field }) => field === 'html'),
      text: problems.filter(({ field }) => field === 'text'),
    }),
    [problems],
  );
  const of = (field: 'html' | 'text') => ({
    names,
    isReadOnly,
    problems: marked[field],
    jump: jump?.field === field ? jump : undefined,
  });
  const { html, text } = source;
  return (
    <div className={css['source']}>
      <Segmented label="Part of the source" options={PARTS} selected={part} onSelect={setPart} />
      <div hidden={part !== 'html'} className={css['code']}>
        <CodeEditor.Component
          {...of('html')}
          label="HTML"
          text={html}
          onChange={(typed) => onChange({ ...source, html: typed })}
        />
      </div>
      <div hidden={part !== 'text'} className={css['source']}>
        <Checkbox
          label="Create the text from the HTML"
          hint="Turn this off to write the text yourself. If the text is empty, the email has no text part."
          isSelected={text === null}
          refusal={isReadOnly ? 'Read only.' : undefined}
          onChange={(isMade) => onChange({ ...source, text: isMade ? null : '' })}
        />
        {text !== null && (
          <CodeEditor.Component
            {...of('text')}
            label="Text"
            text={text}
            onChange={(typed) => onChange({ ...source, text: typed })}
          />
        )}
      </div>
    </div>
  );
}
