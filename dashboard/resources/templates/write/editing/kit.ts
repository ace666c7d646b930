// TipTap's kit as the document has it: headings, lists, quotes and dividers of the kit, with what may be in each as the schema
// says. What Ctrl Enter does belongs to the page.
import type { AnyExtension } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const PROSE = { group: 'block prose' };
/** Name in the kit → what differs. */
const CHANGES: Readonly<Record<string, object>> = {
  doc: { content: '(block | columns)+' },
  paragraph: PROSE,
  heading: PROSE,
  bulletList: { group: 'block list prose' },
  orderedList: {
    group: 'block list prose',
    addAttributes: () => ({
      start: {
        default: 1,
        parseHTML: (list: HTMLElement) => {
          const start = Number(list.getAttribute('start') ?? 1);
          return Number.isSafeInteger(start) ? start : 1;
        },
      },
    }),
  },
  listItem: { content: 'paragraph prose*' },
  blockquote: { content: 'prose+' },
  // As pasted-html.ts writes what styles say.
  bold: { parseHTML: () => [{ tag: 'strong' }, { tag: 'b:not([data-plain])' }, { tag: 'span[data-bold]' }] },
  italic: { parseHTML: () => [{ tag: 'em' }, { tag: 'i:not([data-plain])' }, { tag: 'span[data-italic]' }] },
  hardBreak: {
    addKeyboardShortcuts(this: { editor: { commands: { setHardBreak(): boolean } } }) {
      return { 'Shift-Enter': () => this.editor.commands.setHardBreak() };
    },
  },
};

/** The kit. */
export const Kit = StarterKit.extend({
  addExtensions() {
    const all: AnyExtension[] = this.parent?.() ?? [];
    return all.map((each) => {
      const change = CHANGES[each.name];
      return change ? each.extend(change) : each;
    });
  },
}).configure({
  heading: { levels: [1, 2, 3] },
  codeBlock: false,
  link: false,
  // The document would change when it is opened.
  trailingNode: false,
});
