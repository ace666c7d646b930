// Descriptions of the fields and parameters of the API, each written once: openapi.json, the page /docs and the help of
// the command line read them. A plain name applies wherever no scoped entry does. A scope is the name of an object
// (objects.ts) or of an operation (operations.ts); nested fields follow with dots. The entries of a resource take
// precedence over the general ones (api/openapi/describe-fields.ts).

/** `field`, `scope.field` or `scope.field.nested` → its description, without a final full stop. */
export type FieldDescriptions = Readonly<Record<string, string>>;

/** Fields that mean the same in every resource. */
export const GENERAL_FIELDS: FieldDescriptions = {
  object: 'Type of the object',
  id: 'Id of the object',
  name: 'Name',
  created_at: 'When the object was created',
  status: 'Status',

  // Lists
  has_more: 'True if there are more objects in the direction of paging',
  data: 'Objects of this page, newest first',
  limit: 'Number of objects per page',
  after: 'Id of an object: returns the page that follows it. Cannot be combined with `before`',
  before: 'Id of an object: returns the page that precedes it. Cannot be combined with `after`',

  // Errors
  'Error.statusCode': 'The HTTP status',
  'Error.name': 'Name of the error; branch on this field',
  'Error.message': 'Explanation of the error, for people',
  'Error.field': 'Path of the first field at fault, such as `steps.0.key`; never in an answer to an API key',
};
