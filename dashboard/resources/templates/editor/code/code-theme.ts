// How CodeMirror looks here: the tokens of the dashboard, light and dark.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const THEME = EditorView.theme({
  '&': {
    height: 'var(--code-height, clamp(320px, 60vh, 760px))',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    fontSize: 'var(--text-mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-wash)',
  },
  '.cm-gutters': { border: 'none', backgroundColor: 'var(--raised)', color: 'var(--soft)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket, .cm-selectionMatch, .cm-searchMatch': {
    outline: '1px solid var(--edge)',
    backgroundColor: 'transparent',
  },
  '.cm-panels, .cm-tooltip': {
    border: '1px solid var(--line)',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-wash)',
    color: 'var(--ink)',
  },
  '.cm-button, .cm-textfield': {
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    background: 'var(--paper)',
    color: 'var(--ink)',
  },
  '.cm-placeholder, .cm-foldPlaceholder': {
    border: 'none',
    backgroundColor: 'transparent',
    color: 'var(--soft)',
  },
});

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.controlKeyword], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName, tags.variableName], color: 'var(--info)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.color, tags.unit], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta, tags.angleBracket, tags.punctuation], color: 'var(--soft)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

/** The look. */
export const CODE_THEME = [THEME, syntaxHighlighting(HIGHLIGHT)];
