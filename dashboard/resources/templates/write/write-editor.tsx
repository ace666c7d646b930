// The visual editor of a template: a text with blocks, written as it will look, whose email is made with each change (toEmail). A
// document of a newer editor is not opened here; what the page shows then is its own matter (isKnownDocument).
import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { readableOn } from '../../../../shared/contract/unsubscribe-page/contrast.ts';
import { useCall } from '../../../api/use-call.ts';
import { SkeletonRows } from '../../../design/feedback/skeleton.tsx';
import { isSameJson } from '../../../editing/same-json.ts';
import type { SourceEditorProps, SourcePlace } from '../editor/source-editor.ts';
import { type DocumentSettings, newDocument, type WriteDocument } from './document/document.ts';
import { isKnownDocument } from './document/known-document.ts';
import { type EditorAct, insertions, MARKS, STYLES } from './editing/acts.ts';
import { Kit } from './editing/kit.ts';
import * as nodes from './editing/nodes.ts';
import { cleanPastedHtml } from './editing/pasted-html.ts';
import { goOnAfter } from './editing/selected-block.ts';
import { Slash } from './editing/slash.tsx';
import { BlockPanel } from './panels/block-panel.tsx';
import { MarkBar } from './panels/mark-bar.tsx';
import { SettingsFields } from './panels/settings-fields.tsx';
import { Toolbar } from './panels/toolbar.tsx';
import { toEmail } from './to-email/to-email.ts';
import css from './write.module.css';

/** The policy for pasting is sent with the document (api/public/dashboard-page/page.ts), so it must be loaded as its own. */
const EDITOR_PATH = /\/templates\/[^/]+\/edit\/?$/;

const ATTRIBUTES = { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Content', tabindex: '0' };

interface WriteEditorProps extends SourceEditorProps {
  /** The last place to which one was led: it is somewhere in the text. */
  jump?: SourcePlace | undefined;
}

/** The editor. A template without a document begins in the colours of the unsubscribe page. */
export function WriteEditor(props: WriteEditorProps) {
  const { document } = props.source;
  const isNew = !isKnownDocument(document);
  const colors = useCall('getUnsubscribePage', {});
  const [begun, setBegun] = useState<WriteDocument>();
  if (isNew && !begun && (colors.data || colors.error)) setBegun(newDocument(colors.data));
  const shown = isNew ? begun : document;
  useEffect(loadOnce, []);
  return shown ? (
    <Writing {...props} document={shown} />
  ) : (
    <SkeletonRows rows={6} columns={1} label="Loading" />
  );
}

type WritingProps = WriteEditorProps & { document: WriteDocument };

function Writing(props: WritingProps) {
  const { document, names, isReadOnly, jump } = props;
  const [areSettingsShown, setSettingsShown] = useState(false);
  const panel = useRef<HTMLFieldSetElement>(null);
  const { editor, setSettings, focusFieldsOf } = useWriting(props, panel);
  useEffect(() => {
    if (jump) editor.view.focus();
  }, [editor, jump]);
  const isEmpty = useEditorState({ editor, selector: () => editor.isEmpty });
  return (
    <div className={css['write']} style={looksOf(document.settings)}>
      {isReadOnly ? null : (
        <>
          <Toolbar
            editor={editor}
            names={names}
            onDone={focusFieldsOf}
            areSettingsShown={areSettingsShown}
            onSettings={() => setSettingsShown(!areSettingsShown)}
          />
          {areSettingsShown ? <SettingsFields settings={document.settings} onChange={setSettings} /> : null}
          <MarkBar editor={editor} onDone={focusFieldsOf} />
        </>
      )}
      <EditorContent editor={editor} className={css['paper']} data-empty={isEmpty || undefined} />
      {/* Below the text, which stays where it is when they come. */}
      {isReadOnly ? null : <BlockPanel editor={editor} names={names} ref={panel} />}
    </div>
  );
}

function useWriting(props: WritingProps, panel: { current: HTMLFieldSetElement | null }) {
  const { document, isReadOnly } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The document in the editor. The page may show an older one for a moment. */
  const current = useRef(document);
  const given = useRef(new WeakSet<object>());
  const give = (next: WriteDocument) => {
    current.current = next;
    given.current.add(next);
    latest.current.onChange({ editor: 'write', document: next, ...toEmail(next) });
  };
  const focusFieldsOf = ({ hasFields }: Pick<EditorAct, 'hasFields'>) => {
    // They are drawn when this is over.
    if (hasFields)
      queueMicrotask(() => panel.current?.querySelector<HTMLElement>('input, textarea, button')?.focus());
  };
  /** @returns false: it is written then */
  const goOn = () => {
    goOnAfter(editor);
    return false;
  };
  const editor: Editor = useEditor({
    extensions: [
      Kit,
      ...Object.values(nodes),
      Slash.configure({
        acts: () => [...STYLES, ...insertions(latest.current.names)],
        onChosen: focusFieldsOf,
      }),
      keysFor(focusFieldsOf),
    ],
    content: contentOf(document),
    editable: !isReadOnly,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: () => ({
        ...ATTRIBUTES,
        'aria-readonly': String(latest.current.isReadOnly),
      }),
      transformPastedHTML: cleanPastedHtml,
      handlePaste: () => goOn(),
      handleTextInput: () => goOn(),
    },
    onUpdate: ({ editor: { state } }) =>
      give({ ...current.current, content: (state.doc.toJSON() as WriteDocument).content }),
  });
  useEffect(() => editor.setEditable(!isReadOnly, false), [editor, isReadOnly]);
  useEffect(() => {
    if (given.current.has(document) || isSameJson(document, current.current)) return;
    current.current = document;
    given.current = new WeakSet();
    takeOver(editor, document);
  }, [editor, document]);
  const setSettings = (settings: DocumentSettings) => give({ ...current.current, settings });
  return { editor, setSettings, focusFieldsOf };
}

/** A step back is one of one's own steps, and takes back no change of others. */
function takeOver(editor: Editor, document: WriteDocument): void {
  const chain = editor.chain().setMeta('addToHistory', false);
  chain.setContent(contentOf(document), { emitUpdate: false }).run();
}

/** Loads the page of the editor if it was reached from another page without a load, as with Back. */
function loadOnce(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const loaded = new URL(navigation?.name ?? location.href).pathname;
  if (EDITOR_PATH.test(location.pathname) && !EDITOR_PATH.test(loaded)) location.reload();
}

/** Alt Enter moves to the fields of a block, Ctrl Shift K makes a link. */
function keysFor(focusFieldsOf: (act: Pick<EditorAct, 'hasFields'>) => void) {
  const link = MARKS.find(({ id }) => id === 'link');
  return Extension.create({
    name: 'keys',
    addKeyboardShortcuts: () => ({
      'Alt-Enter': () => {
        focusFieldsOf({ hasFields: true });
        return true;
      },
      'Mod-Shift-k': ({ editor }) => {
        // Without a selection there is nothing that would be the link.
        if (editor.state.selection.empty && !editor.isActive('link')) return true;
        link?.run(editor);
        focusFieldsOf({ hasFields: true });
        return true;
      },
    }),
  });
}

function contentOf({ content }: WriteDocument): JSONContent {
  return { type: 'doc', content: content as JSONContent[] };
}

function looksOf({ width, font, backgroundColor, textColor, accentColor }: DocumentSettings): CSSProperties {
  const values = {
    '--document-width': `${width}px`,
    '--document-font': `var(--document-${font})`,
    '--document-ground': backgroundColor,
    '--document-text': textColor,
    '--document-accent': accentColor,
    '--document-on-accent': readableOn(accentColor),
  };
  return values as CSSProperties;
}
