// Templates: the objects in answers, as JSON Schemas.
import { CHECK_FIELDS } from '../checks/finding.ts';
import { MAIL_FIELDS } from '../mail/fields.ts';
import { mailShapes, renderedShapes } from '../mail/shapes.ts';
import { pollOrNull } from '../polls/fields.ts';
import * as field from '../shapes.ts';
import {
  TEMPLATE_EDITORS,
  TEMPLATE_STATUSES,
  TEMPLATE_VARIABLE_TYPES,
  TEMPLATE_VERSION_STATUSES,
} from './values.ts';

const MAIL = mailShapes(MAIL_FIELDS, [], ({ description, kind, isNeeded }) => {
  if (kind === 'body') return description;
  return `${description}; a send may give its own${isNeeded ? '. null: the send must give it' : ''}`;
});

const TEMPLATE_ITEM = {
  id: field.ID,
  name: field.text('Name, up to 200 characters'),
  alias: field.textOrNull('Name by which sends and paths can call the template; null: none'),
  status: field.oneOf(
    '`draft`: it was never published; `published`: emails are made from its published version',
    TEMPLATE_STATUSES,
  ),
  has_unpublished_versions: field.flag('True if the newest version is not the published one'),
  published_at: field.timeOrNull('When the template was last published; null: never'),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the template was last changed'),
} as const;

const CONTENT = {
  ...MAIL,
  variables: field.groups('The variables that the source uses, up to 50', {
    key: field.text('Name of the variable: letters, digits and `_`'),
    type: field.oneOf('Type that a value must have', TEMPLATE_VARIABLE_TYPES),
    fallback_value: {
      description: 'Value where a send gives none; null: a send must give one',
      type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    },
  }),
  inline_css: field.flag(
    'True: publishing writes the CSS of `html` into the style attributes of its elements',
  ),
  editor: field.oneOf(
    '`code`: the source is edited; `write`: the document of the visual editor is',
    TEMPLATE_EDITORS,
  ),
  document: field.objectOrNull('Document of the visual editor, which is stored unchanged'),
  poll: pollOrNull('What its mail asks; null: nothing, or what a send gives'),
} as const;

const VERSION_ITEM = {
  id: field.id('Id of the version'),
  status: field.oneOf(
    '`published`: emails are made from it; `draft`: the newest one, not published yet; `superseded`: every other',
    TEMPLATE_VERSION_STATUSES,
  ),
  subject: MAIL.subject,
  created_at: field.time('When the version was created'),
  updated_at: field.time('When the version was last changed'),
  published_at: field.timeOrNull('When the version was published; null: never'),
} as const;

/** Name of an object → its fields. */
export const TEMPLATE_OBJECTS = {
  TemplateItem: TEMPLATE_ITEM,
  Template: {
    object: field.type('template'),
    ...TEMPLATE_ITEM,
    current_version_id: field.id('Id of the newest version, whose content this is'),
    published_version_id: field.idOrNull(
      'Id of the version that emails are made from; null: none was published',
    ),
    ...CONTENT,
  },
  DeletedTemplate: field.deleted('template', 'True: the template was deleted'),
  TemplateVersion: {
    object: field.type('template_version'),
    template_id: field.id('Id of the template'),
    ...VERSION_ITEM,
    ...CONTENT,
  },
  TemplateVersionItem: VERSION_ITEM,
  TemplatePreview: {
    object: field.type('template_preview'),
    ...renderedShapes(['reply_to']),
    warnings: field.texts(
      'Sentences, up to 20: the values of the contact that the template prints and that are empty without a fallback',
    ),
  },
  TemplateCheck: {
    object: field.type('template_check'),
    ...CHECK_FIELDS,
  },
  TemplateTest: {
    object: field.type('template_test'),
    ids: {
      description: 'Ids of the emails, in the order of the addresses',
      type: 'array',
      items: { type: 'string', format: 'uuid' },
    },
  },
} as const satisfies Record<string, field.ObjectFields>;
