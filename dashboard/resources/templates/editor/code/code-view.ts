// A view of CodeMirror: HTML with Liquid, or a plain text with it. It completes the names that a template may use, marks the
// faults that the server has named, and keeps the ends of lines as they arrived. Its styles have the nonce of the page.
import { acceptCompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { liquid } from '@codemirror/lang-liquid';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, type Text, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { STYLE_NONCE } from '../../../../api/base.ts';
import type { SourceProblem } from '../../../../api/failure.ts';
import { CODE_THEME } from './code-theme.ts';
import { typedName } from './name-completions.ts';

/** The initial values of a view, and its callbacks. */
export interface CodeViewOptions {
  /** The name for screen readers. */
  label: string;
  text: string;
  isReadOnly: boolean;
  names(): readonly string[];
  onChange(text: string): void;
  onFocus(): void;
}

/** Makes a view. */
export function createCodeView(parent: HTMLElement, options: CodeViewOptions): EditorView {
  const { text, isReadOnly } = options;
  // The same object each time, by which a request is recognized.
  const offered = [{ autocomplete: completeNames(options.names) }];
  const separator = text.includes('\r\n') ? '\r\n' : '\n';
  const extensions: Extension[] = [
    EditorView.cspNonce.of(STYLE_NONCE),
    EditorState.lineSeparator.of(separator),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, separator)),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      ...(isReadOnly && { 'aria-readonly': 'true' }),
    }),
    EditorView.lineWrapping,
    keymap.of([{ key: 'Tab', run: acceptCompletion }, indentWithTab]),
    basicSetup,
    lintGutter(),
    liquid(),
    EditorState.languageData.of(() => offered),
    CODE_THEME,
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      const isOwn = transactions.some((each) => each.docChanged && each.isUserEvent('external'));
      if (docChanged && !isOwn) options.onChange(state.sliceDoc());
    }),
    EditorView.domEventHandlers({ focus: options.onFocus }),
  ];
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}

/** Takes over a text from elsewhere; the cursor stays where the text is the same. */
export function replaceText(view: EditorView, text: string): void {
  const before = view.state.sliceDoc();
  if (before === text) return;
  const after = view.state.toText(text);
  const { doc } = view.state;
  const from = sameStart(before, text);
  const end = sameEnd(before, text);
  const isPlain = before.length === doc.length && text.length === after.length;
  view.dispatch({
    changes: isPlain
      ? { from, to: doc.length - end, insert: after.slice(from, text.length - end) }
      : { from: 0, to: doc.length, insert: after },
    userEvent: 'external',
    // A step back is one of one's own steps, and takes back no change of others.
    annotations: Transaction.addToHistory.of(false),
  });
}

/** Marks faults in the gutter and in the text. */
export function markProblems(view: EditorView, problems: readonly SourceProblem[]): void {
  const { state } = view;
  const marks = problems.map(({ line, column, message }): Diagnostic => {
    const from = offsetOf(state.doc, line, column);
    const word = state.wordAt(from);
    return { from, to: Math.max(from, word?.to ?? from), severity: 'error', message };
  });
  view.dispatch(setDiagnostics(state, marks));
}

/** Puts the cursor to a place, in sight. */
export function jumpTo(view: EditorView, { line, column }: { line: number; column: number }): void {
  const at = offsetOf(view.state.doc, line, column);
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
  });
  view.focus();
}

/** The text may be another one than when the place was named. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + Math.max(1, column) - 1);
}

function completeNames(names: () => readonly string[]) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { from } = state.doc.lineAt(pos);
    const typed = typedName(state.sliceDoc(Math.max(from, pos - 500), pos));
    if (typed === undefined || (typed === '' && !explicit)) return null;
    return {
      from: pos - typed.length,
      options: names().map((label) => ({ label, type: 'variable', boost: 1 })),
      validFor: /^[\w.]*$/,
    };
  };
}

function sameStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}

/** The length of the same end, after the same start was removed. */
function sameEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length) - sameStart(one, other);
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}
