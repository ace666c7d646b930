// Input of /contacts/imports (docs/reference/contact-imports.md): as JSON with the text of the file, or as a multipart
// body with the file.
import Joi from 'joi';
import {
  CONTACT_IMPORT_ENCODINGS,
  CONTACT_IMPORT_STATUSES,
} from '../../../shared/contract/contact-imports/values.ts';
import { CONTACT_PROPERTY_TYPES } from '../../../shared/contract/contact-properties/values.ts';
import {
  type FieldsByColumn,
  fieldsByColumn,
  fieldsByKey,
} from '../../../shared/contract/contacts/fields.ts';
import { CONTACT_PROPERTIES_MAX } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { ContactConflictMode } from '../../../shared/resources/audience/contact-fields/contact.ts';
import type { ContactPropertyType } from '../../../shared/resources/audience/contact-properties/contact-property.ts';
import { mergeTopicChoices } from '../../../shared/resources/audience/contacts/save/merge.ts';
import type {
  ContactImportEncoding,
  ContactImportStatus,
} from '../../../shared/resources/flows/contact-imports/contact-import.ts';
import type { NewContactImport } from '../../../shared/resources/flows/contact-imports/create.ts';
import { pageQuery } from '../../page.ts';
import { validate } from '../../validate.ts';
import {
  conflictMode,
  createProperties,
  type GivenChoice,
  newAudienceId,
  newChoices,
  segmentReferences,
} from '../contacts/input.ts';

/** The column of a property. */
interface GivenPropertyColumn {
  column: string;
  type?: ContactPropertyType;
}

/** Field → the name of its column. */
interface GivenColumnMap extends Partial<FieldsByColumn<string>> {
  email?: string;
  unsubscribed?: string;
  tracking?: string;
  properties?: Record<string, GivenPropertyColumn>;
}

/** The options of the file in a request. */
export interface ImportOptions {
  audience_id?: string;
  on_conflict: ContactConflictMode;
  encoding?: ContactImportEncoding;
  column_map?: GivenColumnMap;
  create_properties?: boolean;
  segments?: (string | { id: string })[];
  topics?: GivenChoice[];
}

const COLUMN_MAX_LENGTH = 1_000;
const column = Joi.string().max(COLUMN_MAX_LENGTH).empty(Joi.valid('', null));

const propertyColumn = Joi.object<GivenPropertyColumn>({
  column: column.required().description('Name of the column'),
  type: Joi.string()
    .valid(...CONTACT_PROPERTY_TYPES)
    .empty(null)
    .description(
      'Type of the property. A missing property is created with this type, unless `create_properties` is false',
    ),
});

const columnMap = Joi.object<GivenColumnMap>({
  email: column.description('Column with the address. Default: `email`'),
  ...fieldsByColumn(({ title }) => column.description(`Column with the ${title.toLowerCase()}`)),
  unsubscribed: column.description(
    'Column with the unsubscribe state: true, yes or 1 unsubscribes; false, no, 0 or an empty cell changes nothing',
  ),
  tracking: column.description(
    'Column with tracking refusals: `refused` refuses tracking; `allowed` or an empty cell changes nothing',
  ),
  properties: Joi.object()
    .pattern(Joi.string(), propertyColumn)
    .max(CONTACT_PROPERTIES_MAX)
    .empty(null)
    .description('Columns of contact properties, by property key'),
}).description(
  'Maps columns of the file to fields. By default the names in the first row are fields and property keys; other columns are ignored, or create properties with `create_properties`',
);

const CREATE_PROPERTIES =
  'Whether columns without a contact property create one, of type string unless the `column_map` gives a type. Default: the setting of the account';

const options = {
  audience_id: newAudienceId,
  on_conflict: conflictMode.default('skip'),
  encoding: Joi.string()
    .valid(...CONTACT_IMPORT_ENCODINGS)
    .empty(null)
    .description('Encoding of the file'),
  column_map: columnMap.empty(null),
  create_properties: createProperties.description(CREATE_PROPERTIES),
  segments: segmentReferences
    .empty(null)
    .description('Segments to add the contacts to: ids, or objects with an id'),
  topics: newChoices,
};

/** The fields of a multipart body apart from its file. All of them are texts. */
export const importForm = Joi.object<ImportOptions>({
  ...options,
  create_properties: Joi.boolean().empty(null).description(CREATE_PROPERTIES),
});

/** A JSON body. */
export const importBody = Joi.object<ImportOptions & { csv: string }>({
  csv: Joi.string()
    .empty(Joi.valid('', null))
    .required()
    .description('The CSV as a string, instead of a file'),
  ...options,
});

/** Query of GET /contacts/imports. */
export const listImportsQuery = (pageQuery as Joi.ObjectSchema).keys({
  status: Joi.string()
    .valid(...CONTACT_IMPORT_STATUSES)
    .description('Only imports with this status'),
}) as Joi.ObjectSchema<PageRequest & { status?: ContactImportStatus }>;

/** Converts the options of an import to the stored form. @param body as the client sent it */
export function toNewImport(
  options: ImportOptions,
  body: unknown,
): Omit<NewContactImport, 'id' | 'accountId' | 'createdAt' | 'file' | 'fileName'> {
  const { column_map: map, segments = [], topics = [] } = options;
  const properties = [...Object.entries(map?.properties ?? {}), ...ownPrototype(body)];
  return {
    audienceId: options.audience_id,
    onConflict: options.on_conflict === 'skip' ? 'skip' : 'update',
    encoding: options.encoding ?? 'utf-8',
    columnMap: map
      ? {
          email: map.email,
          ...fieldsByKey((field) => map[field.column]),
          unsubscribed: map.unsubscribed,
          tracking: map.tracking,
          properties: properties.map(([key, { column: name, type }]) =>
            type ? [key, name, type] : [key, name],
          ),
        }
      : null,
    createProperties: options.create_properties,
    segmentIds: [...new Set(segments.map((each) => (typeof each === 'string' ? each : each.id)))],
    topics: mergeTopicChoices(topics),
  };
}

/** A property may have the key `__proto__`, which would become the prototype of a validated object. */
function ownPrototype(body: unknown): [key: string, GivenPropertyColumn][] {
  const properties = (body as { column_map?: { properties?: object | null } | null }).column_map?.properties;
  if (!properties || !Object.hasOwn(properties, '__proto__')) return [];
  const given = Object.getOwnPropertyDescriptor(properties, '__proto__')?.value;
  return [['__proto__', validate(propertyColumn, given)]];
}
