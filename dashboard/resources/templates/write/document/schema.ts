// The JSON Schema (2020-12) of the document of the visual editor, for programs that write documents and for
// isKnownDocument(). A change that this schema refuses is another `version`: an editor that does not know it opens the
// document for reading only and keeps it (docs/reference/templates.md#the-document-of-the-visual-editor).

/** Fonts that mail clients have. */
export const FONTS = ['arial', 'verdana', 'georgia', 'courier'] as const;

/** Least and most px of the content. */
export const WIDTH = { minimum: 320, maximum: 800 } as const;

/** The name of a variable or a dotted path, in both forms that templates have for it. */
export const VARIABLE_KEY = '[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*';

/** A wider picture is none that mail shows. */
const IMAGE_WIDTH_MAX = 10_000;

/** The width of an image in pixels; null: it is as wide as its place. */
export function readImageWidth(text: string | null): number | null {
  const width = Math.round(Number(text));
  return width >= 1 && width <= IMAGE_WIDTH_MAX ? width : null;
}

const WHOLE_KEY = new RegExp(`^${VARIABLE_KEY}$`, 'u');

export function isVariableKey(text: string): boolean {
  return WHOLE_KEY.test(text);
}

const TEXT = { type: 'string' };
const COLOR = { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' };
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const listOf = (items: object, minItems = 0) => ({ type: 'array', items, minItems });
const fieldsOf = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** A node of TipTap. */
function node(type: string, attrs?: Record<string, object>, content?: object, isEmptyAllowed = false) {
  return fieldsOf(
    {
      type: { const: type },
      ...(attrs && { attrs: fieldsOf(attrs) }),
      ...(content && { content }),
    },
    ['type', ...(attrs ? ['attrs'] : []), ...(content && !isEmptyAllowed ? ['content'] : [])],
  );
}

/** Adds `marks`, which the parts of a line may have. */
function inLine(schema: ReturnType<typeof fieldsOf>) {
  return { ...schema, properties: { ...schema.properties, marks: listOf(ref('mark')) } };
}

const LINE = listOf(ref('inline'));
const LIST_ITEMS = listOf(ref('listItem'), 1);
const ORDERED_LIST = node('orderedList', { start: { type: 'integer' } }, LIST_ITEMS);
// The editor has no empty texts.
const WRITTEN = fieldsOf({ type: { const: 'text' }, text: { type: 'string', pattern: '[^]' } });
const VARIABLE = node('variable', {
  key: { type: 'string', pattern: `^${VARIABLE_KEY}$` },
  fallback: { type: 'string', pattern: '^[^{}]*$' },
});

/** The schema. */
export const DOCUMENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Document of the visual editor of Posthorn, version 1',
  ...fieldsOf({ version: { const: 1 }, settings: ref('settings'), content: listOf(ref('section'), 1) }),
  $defs: {
    settings: fieldsOf({
      width: { type: 'integer', ...WIDTH },
      font: { enum: FONTS },
      backgroundColor: COLOR,
      textColor: COLOR,
      accentColor: COLOR,
    }),
    section: { anyOf: [ref('block'), ref('columns')] },
    columns: node('columns', undefined, { ...listOf(ref('column'), 2), maxItems: 2 }),
    column: node('column', undefined, listOf(ref('block'), 1)),
    block: {
      anyOf: [
        ref('prose'),
        node('blockquote', undefined, listOf(ref('prose'), 1)),
        node('button', { url: TEXT }, listOf({ anyOf: [WRITTEN, VARIABLE] }), true),
        node('image', { url: TEXT, alt: TEXT, width: { type: ['integer', 'null'], minimum: 1 } }),
        node('html', { code: TEXT }),
        node('horizontalRule'),
        node('poll'),
      ],
    },
    paragraph: node('paragraph', undefined, LINE, true),
    prose: {
      anyOf: [
        ref('paragraph'),
        node('heading', { level: { enum: [1, 2, 3] } }, LINE, true),
        node('bulletList', undefined, LIST_ITEMS),
        { ...ORDERED_LIST, required: ['type', 'content'] },
      ],
    },
    listItem: node('listItem', undefined, {
      ...listOf(ref('prose'), 1),
      prefixItems: [ref('paragraph')],
    }),
    inline: { anyOf: [inLine(WRITTEN), inLine(VARIABLE), inLine(node('hardBreak'))] },
    mark: {
      anyOf: [
        fieldsOf({ type: { enum: ['bold', 'italic', 'underline', 'strike', 'code'] } }),
        fieldsOf({ type: { const: 'link' }, attrs: fieldsOf({ href: TEXT }) }),
      ],
    },
  },
};
