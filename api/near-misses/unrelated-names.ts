// Names that are no near miss of a known name although they are close to one, because they mean something else: those
// of all other fields and parameters of the API, and a few ordinary words (docs/reference/requests.md#near-misses).
import { GENERAL_FIELDS } from '../../shared/contract/fields.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { CONTRACTS } from '../../shared/contract/resources.ts';

/** Names that programs send for purposes of their own, each with the known name that it is close to. */
export const ORDINARY_NAMES: readonly string[] = [
  // text
  'test',
  'next',
  'ext',
  // tags
  'tabs',
  // reply_to
  'reply_id',
  'reply_by',
  'apply_to',
  // preview_text
  'review_text',
  // scheduled_at
  'scheduled_by',
  'rescheduled_at',
  // content, content_id and filename of a file
  'context',
  'contact_id',
  'content_md5',
  'fieldname',
  // status, folder and method of a list
  'stats',
  'older',
  '_method',
];

/** `listEmails` and the like: operations without a body, whose fields are the parameters of a query. */
const BODILESS = new Set(
  Object.entries(OPERATIONS).flatMap(([id, { method }]) =>
    method === 'get' || method === 'delete' ? [id] : [],
  ),
);

/** Every field and parameter has a description, so their keys (shared/contract/fields.ts) are all the names. */
const DESCRIBED = [GENERAL_FIELDS, ...Object.values(CONTRACTS).map(({ fields }) => fields)]
  .flatMap((fields) => Object.keys(fields))
  .map((key) => key.split('.'))
  .map((path) => ({
    name: String(path.at(-1)),
    isPlain: path.length === 1,
    isParameter: BODILESS.has(path[0] ?? ''),
  }));

/** For bodies: the fields of all bodies and records. `tag` is only a filter, so in a body it is a misspelt `tags`. */
export const OTHER_FIELDS: ReadonlySet<string> = new Set([
  ...ORDINARY_NAMES,
  ...DESCRIBED.flatMap(({ name, isParameter }) => (isParameter ? [] : [name])),
]);

/**
 * For queries: the parameters of all operations. A description without a scope may be one of a parameter, so the field
 * of a body that is close to a parameter has a scope.
 */
export const OTHER_PARAMETERS: ReadonlySet<string> = new Set([
  ...ORDINARY_NAMES,
  ...DESCRIBED.flatMap(({ name, isPlain, isParameter }) => (isPlain || isParameter ? [name] : [])),
]);
