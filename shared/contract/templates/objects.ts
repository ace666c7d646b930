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
  return `${description}. A send can override it${isNeeded ? '. null: the send must provide it' : ''}`;
});

const TEMPLATE_ITEM = {
  id: field.ID,
  name: field.text('Name, up to 200 characters'),
  alias: field.textOrNull('Alternative to the id in sends and paths; null: none'),
  status: field.oneOf(
    '`draft`: never published; `published`: sends use its published version',
    TEMPLATE_STATUSES,
  ),
  has_unpublished_versions: field.flag('True if the newest version is not the published one'),
  published_at: field.timeOrNull('When the template was last published; null: never'),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the template was last changed'),
} as const;

const VARIABLES = 'The variables that the template uses, up to 50';
const VARIABLE = {
  key: field.text('Name of the variable: letters, digits and `_`'),
  type: field.oneOf('Type of its values', TEMPLATE_VARIABLE_TYPES),
  fallback_value: {
    description: 'Value if a send does not provide one; null: a send must provide one',
    type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
  },
} as const;

/** The variables of a template that is not stored. */
export const DECLARED_VARIABLES = field.groups(VARIABLES, VARIABLE);

const CONTENT = {
  ...MAIL,
  variables: field.groups(VARIABLES, {
    id: field.id('Id of the variable, the same in all versions of the template'),
    ...VARIABLE,
    created_at: field.time('When the variable was declared; of one from an older release, the template'),
    updated_at: field.time('When the variable was last changed'),
  }),
  inline_css: field.flag('True: publishing moves the CSS of `html` into style attributes'),
  editor: field.oneOf('`code`: edited as source; `write`: edited in the visual editor', TEMPLATE_EDITORS),
  document: field.objectOrNull('Document of the visual editor, stored unchanged'),
  poll: pollOrNull('The poll in its emails; null: none, or the poll of the send'),
} as const;

const VERSION_ITEM = {
  id: field.id('Id of the version'),
  status: field.oneOf(
    '`published`: used by sends; `draft`: the newest one, not published yet; `superseded`: every other one',
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
    current_version_id: field.id('Id of the newest version, which has this content'),
    published_version_id: field.idOrNull('Id of the version that sends use; null: none was published'),
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
  PreviewedTemplate: {
    object: field.type('template_preview'),
    ...renderedShapes(['reply_to']),
    warnings: field.texts(
      'Up to 20 warnings, each about a value of the contact that is empty and has no fallback',
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
