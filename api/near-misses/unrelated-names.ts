// Names that are not a near miss of a known name although they are close to one, because they mean something else:
// those of the fields of all objects of the API, and a few ordinary words (docs/reference/requests.md#near-misses). The
// names of other bodies and queries are not close to any known name; a test checks this.
import { fieldsIn } from '../../shared/contract/json-schema.ts';
import { OBJECTS } from '../../shared/contract/objects.ts';

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
  // the preview text
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

/** `tag` is not one of them: it is only a filter, so in a body it is a misspelt `tags`. */
export const UNRELATED_NAMES: ReadonlySet<string> = new Set([
  ...ORDINARY_NAMES,
  ...Object.values(OBJECTS)
    .flatMap((properties) => [...fieldsIn({ properties })])
    .map(([path]) => path.slice(path.lastIndexOf('.') + 1)),
]);
