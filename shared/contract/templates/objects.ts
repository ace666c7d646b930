// Templates: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import {
  FLAG,
  ID,
  ID_OR_NULL,
  inner,
  type ObjectFields,
  TEXT,
  TEXT_OR_NULL,
  TEXTS,
  TEXTS_OR_NULL,
  TIME,
  TIME_OR_NULL,
} from '../shapes.ts';
import {
  TEMPLATE_EDITORS,
  TEMPLATE_STATUSES,
  TEMPLATE_VARIABLE_TYPES,
  TEMPLATE_VERSION_STATUSES,
} from './values.ts';

const TEMPLATE_ITEM = {
  id: ID,
  name: TEXT,
  alias: TEXT_OR_NULL,
  status: { enum: TEMPLATE_STATUSES },
  has_unpublished_versions: FLAG,
  published_at: TIME_OR_NULL,
  created_at: TIME,
  updated_at: TIME,
} as const;

/** Name of an object → its fields. */
export const TEMPLATE_OBJECTS = {
  TemplateItem: TEMPLATE_ITEM,
  Template: {
    object: { const: 'template' },
    ...TEMPLATE_ITEM,
    current_version_id: ID,
    published_version_id: ID_OR_NULL,
    from: TEXT_OR_NULL,
    subject: TEXT_OR_NULL,
    reply_to: TEXTS_OR_NULL,
    preview_text: TEXT_OR_NULL,
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
    variables: {
      type: 'array',
      items: inner({
        key: TEXT,
        type: { enum: TEMPLATE_VARIABLE_TYPES },
        fallback_value: { type: ['string', 'number', 'boolean', 'array', 'object', 'null'] },
      }),
    },
    inline_css: FLAG,
    editor: { enum: TEMPLATE_EDITORS },
    document: { type: ['object', 'null'] },
  },
  DeletedTemplate: { object: { const: 'template' }, id: ID, deleted: { const: true } },
  TemplateVersionItem: {
    id: ID,
    status: { enum: TEMPLATE_VERSION_STATUSES },
    subject: TEXT_OR_NULL,
    created_at: TIME,
    updated_at: TIME,
    published_at: TIME_OR_NULL,
  },
  TemplatePreview: {
    object: { const: 'template_preview' },
    from: TEXT_OR_NULL,
    subject: TEXT_OR_NULL,
    reply_to: TEXTS,
    preview_text: TEXT_OR_NULL,
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
  },
  TemplateTest: { object: { const: 'template_test' }, ids: { type: 'array', items: ID } },
} as const satisfies Record<string, ObjectFields>;
