// Describes a multipart/form-data body with a file, for an operation with `upload` (shared/contract/operation.ts): the
// fields apart from the file and, in OpenAPI's `encoding`, which of them are JSON. The command line sends what this
// says.
import { type JsonSchema, typesOf } from '../../shared/contract/json-schema.ts';
import type { DescribedOperation } from '../../shared/contract/operation.ts';

type Upload = NonNullable<DescribedOperation['upload']>;

/** @returns the schema of the body. OpenAPI 3.1 describes a file as a text with a media type */
export function formSchema(form: JsonSchema, { field, mediaType, description }: Upload): JsonSchema {
  return {
    ...form,
    type: 'object',
    properties: { [field]: { description, type: 'string', contentMediaType: mediaType }, ...form.properties },
    required: [field, ...(form.required ?? [])],
  };
}

/** @returns field → the media type of its part, for all that are not texts */
export function encodingOf(
  form: JsonSchema,
  { field, mediaType }: Upload,
): Record<string, { contentType: string }> {
  const inJson = Object.entries(form.properties ?? {}).filter(([, schema]) => !isText(schema));
  return {
    [field]: { contentType: mediaType },
    ...Object.fromEntries(inJson.map(([name]) => [name, { contentType: 'application/json' }])),
  };
}

function isText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  types.delete('null');
  return types.size === 1 && types.has('string');
}
