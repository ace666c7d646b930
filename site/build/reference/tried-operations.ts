// The forms of "Try it": which fields an operation has, how each is typed in, and what it has at first.
import { type JsonSchema, typesOf } from '../../../shared/contract/json-schema.ts';
import type { TriedField, TriedKind, TriedOperation } from '../../../shared/contract/site/tried-operation.ts';
import type { DescribedParameter, ReferenceOperation } from './description.ts';

/** Fields whose text may have several lines. */
const LONG = new Set(['html', 'text', 'body', 'csv', 'data']);

/** The operations that a key may call, but for those whose body is a file only. */
export function triedOperations(operations: readonly ReferenceOperation[]): TriedOperation[] {
  return operations.filter(isForKeys).map((operation) => {
    const { anchor, method, path, parameters = [] } = operation;
    const content = operation.requestBody?.content['application/json'];
    const isWholeBody = content !== undefined && content.schema.properties === undefined;
    return {
      anchor,
      method,
      path,
      fields: [
        ...parameters.map(fieldOfParameter),
        ...(content ? fieldsOfBody(content.schema, content.example, isWholeBody) : []),
      ],
      ...(isWholeBody && { isWholeBody }),
    };
  });
}

function isForKeys({ security = [], requestBody }: ReferenceOperation): boolean {
  const hasForm = !requestBody || 'application/json' in requestBody.content;
  return hasForm && security.some((scheme) => 'apiKey' in scheme);
}

function fieldOfParameter({ name, in: place, required, schema }: DescribedParameter): TriedField {
  return fieldOf({ name, place, isRequired: required, schema, given: undefined });
}

function fieldsOfBody(schema: JsonSchema, example: unknown, isWholeBody: boolean): TriedField[] {
  if (isWholeBody) {
    const given = JSON.stringify(example ?? [], null, 2);
    return [{ name: 'body', in: 'body', kind: 'json', isRequired: true, given }];
  }
  const examples = (example ?? {}) as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    return fieldOf({ name, place: 'body', isRequired, schema: field, given: examples[name] });
  });
}

function fieldOf({
  name,
  place,
  isRequired,
  schema,
  given,
}: {
  name: string;
  place: TriedField['in'];
  isRequired: boolean;
  schema: JsonSchema;
  given: unknown;
}): TriedField {
  const choices = choicesOf(schema);
  const kind = choices ? 'choice' : kindOf(name, schema);
  return {
    name,
    in: place,
    kind,
    ...(isRequired && { isRequired }),
    ...(choices && { choices }),
    ...(given !== undefined && { given: typedText(kind, given) }),
  };
}

/** How a value is typed into a field of the kind. */
function typedText(kind: TriedKind, value: unknown): string {
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' && kind !== 'choice' ? value : JSON.stringify(value);
}

/** Undefined: any value of the type will do. */
function choicesOf(schema: JsonSchema): string[] | undefined {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  const types = typesOf(schema);
  types.delete('null');
  return types.has('boolean') && types.size === 1 ? ['true', 'false'] : undefined;
}

function kindOf(name: string, schema: JsonSchema): TriedKind {
  const types = typesOf(schema);
  if (types.has('string') && types.has('array')) return 'list';
  types.delete('null');
  // When a value has several types, or a schema that another one describes, its notation says which one it is.
  const [type] = types.size === 1 ? types : [];
  if (type === 'string') return LONG.has(name) ? 'long' : 'text';
  return type === 'number' || type === 'integer' ? 'number' : 'json';
}
