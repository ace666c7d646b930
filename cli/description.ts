// Reads openapi.json: the CLI builds its commands from it, so an operation of the API becomes a command as soon as it
// is described.
import type { JsonSchema } from '../shared/contract/json-schema.ts';

/** The parts of openapi.json that the CLI uses. */
export interface ApiDescription {
  info: { version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  'x-commands'?: string[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema: JsonSchema;
}

/** A field that a flag sets. */
export interface Field {
  name: string;
  place: 'query' | 'header' | 'body';
  schema: JsonSchema;
}

/** An operation as a command. */
export interface CommandSpec {
  /** `emails send` */
  name: string;
  summary: string;
  method: string;
  /** With `{id}` in the place of an argument. */
  path: string;
  /** Names of the positional arguments, in order. */
  ids: string[];
  fields: Field[];
  takesBody: boolean;
  /** True when the response is a list with pages (`after`). */
  hasPages: boolean;
}

/** All commands of the API. */
export function listCommands({ paths }: ApiDescription): CommandSpec[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      (operation['x-commands'] ?? []).map((name) => ({ name, ...describe(path, method, operation) })),
    ),
  );
}

function describe(path: string, method: string, operation: DescribedOperation): Omit<CommandSpec, 'name'> {
  const { summary, parameters = [], requestBody } = operation;
  const fields = parameters.flatMap((parameter): Field[] => {
    if (parameter.in === 'path') return [];
    const { name, description, schema } = parameter;
    return [
      { name, place: parameter.in, schema: { ...(description !== undefined && { description }), ...schema } },
    ];
  });
  const body = requestBody?.content['application/json'].schema;
  for (const [name, schema] of Object.entries(propertiesOf(body))) {
    fields.push({ name, place: 'body', schema });
  }
  return {
    summary,
    method: method.toUpperCase(),
    path,
    ids: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    fields,
    takesBody: body !== undefined,
    hasPages: fields.some(({ name, place }) => place === 'query' && name === 'after'),
  };
}

/** The fields of a body; of one that may also be a list, those of its form as an object. */
function propertiesOf(body: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const forms = body?.anyOf ?? (body ? [body] : []);
  return forms.find(({ properties }) => properties)?.properties ?? {};
}
