// A text in CodeMirror. What is typed is in the view at once, and the page hears of it; a text that comes from elsewhere, as
// after a change in another tab, is taken over. Tab indents, so the way out is said when the view gets the focus first.
import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { SourceProblem } from '../../../../api/failure.ts';
import { announce } from '../../../../design/feedback/notices.ts';
import type { SourcePlace } from '../source-editor.ts';
import css from './code-editor.module.css';
import { createCodeView, jumpTo, markProblems, replaceText } from './code-view.ts';

const WAY_OUT = 'Tab indents. Press Esc, then Tab, to leave the editor.';

interface CodeEditorProps {
  /** The name: "HTML". */
  label: string;
  text: string;
  isReadOnly: boolean;
  /** The names that may be used in braces. */
  names: readonly string[];
  /** Faults of this text. */
  problems: readonly SourceProblem[];
  /** The target of the cursor; another object is another jump. */
  jump: SourcePlace | undefined;
  onChange(text: string): void;
}

/** The editor. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, text, isReadOnly, problems, jump } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const hasSaid = useRef(false);
  const begin = useEffectEvent((parent: HTMLElement) =>
    createCodeView(parent, {
      label,
      text,
      isReadOnly,
      names: () => latest.current.names,
      onChange: (typed) => latest.current.onChange(typed),
      onFocus: () => {
        if (!hasSaid.current && !isReadOnly) announce(WAY_OUT);
        hasSaid.current = true;
      },
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: who may edit decides how the view is made.
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const made = begin(place.current);
    view.current = made;
    return () => made.destroy();
  }, [isReadOnly]);
  useEffect(() => {
    if (view.current) replaceText(view.current, text);
  }, [text]);
  useEffect(() => {
    if (view.current) markProblems(view.current, problems);
  }, [problems]);
  useEffect(() => {
    if (view.current && jump) jumpTo(view.current, jump);
  }, [jump]);
  return (
    <div className={css['code']}>
      <div ref={place} />
      <p className={css['way']}>{isReadOnly ? 'Read only.' : WAY_OUT}</p>
    </div>
  );
}
