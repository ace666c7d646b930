// What the fields and parameters of the interface mean, each said once: the API description, its page and the
// command line's help all read it. A plain name holds wherever no entry with a scope does; the scope is the name of
// an object (objects.ts) or of an operation (operations.ts), and inner fields follow with dots.

/** `field`, `scope.field` or `scope.field.inner` → one sentence without a full stop. */
export type FieldMeanings = Readonly<Record<string, string>>;

/** What means the same in every resource. */
export const GENERAL_FIELDS: FieldMeanings = {
  object: 'Kind of the object',
  id: 'Id of the object',
  name: 'Name',
  created_at: 'When it was made',
  status: 'State',

  // Lists
  has_more: 'True when there are more objects in the direction of paging',
  data: 'The objects of this page, newest first',
  limit: 'How many objects a page has',
  after: 'Id of an object: the page behind it. Not together with `before`',
  before: 'Id of an object: the page ahead of it. Not together with `after`',

  // Errors
  'Error.statusCode': 'The HTTP status',
  'Error.name': 'The reason: branch on this',
  'Error.message': 'The reason in words, for people',
};
