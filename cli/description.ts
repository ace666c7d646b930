// Reads openapi.json: the CLI builds its commands from it, so an operation of the API becomes a command as soon as it
// is described: also one that takes a file (multipart), answers with a file or starts a job.
import type { JsonSchema } from '../shared/contract/json-schema.ts';

/** The parts of openapi.json that the CLI uses. */
export interface ApiDescription {
  info: { version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

interface DescribedOperation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: { [JSON_TYPE]?: { schema: JsonSchema }; [MULTIPART_TYPE]?: Multipart } };
  responses?: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
  'x-commands'?: string[];
}

/** `encoding` says which fields are not plain text. */
interface Multipart {
  schema: JsonSchema;
  encoding?: Record<string, { contentType?: string }>;
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
  place: 'query' | 'header' | 'body' | 'file';
  schema: JsonSchema;
}

/** How a file is sent with the other fields of the body. */
export interface UploadSpec {
  /** Field of the file. */
  field: string;
  mediaType: string;
  /** The fields that can be sent with the file. */
  fields: readonly string[];
  /** Those of them that are sent as JSON. */
  jsonFields: readonly string[];
}

/** An operation as a command. */
export interface CommandSpec {
  /** `emails send` */
  name: string;
  summary: string;
  method: string;
  /** With `{id}` instead of an argument. */
  path: string;
  /** Names of the positional arguments, in order. */
  ids: string[];
  fields: Field[];
  takesBody: boolean;
  /** Undefined: the body is JSON only. */
  upload: UploadSpec | undefined;
  /** True when the response is a list with pages (`after`). */
  hasPages: boolean;
  /** Content type in which the API also answers, as a file. */
  fileType: string | undefined;
  /** True when the response is a job, whose progress can be read below the same path. */
  startsJob: boolean;
}

const JSON_TYPE = 'application/json';
const MULTIPART_TYPE = 'multipart/form-data';
/** What is not a file: events are for programs that show what comes. */
const NO_FILES: ReadonlySet<string> = new Set([JSON_TYPE, 'text/event-stream']);
/** Statuses that only the object of a job has. */
const JOB_STATUSES = ['in_progress', 'completed'];

/** All commands of the API. */
export function listCommands(api: ApiDescription): CommandSpec[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      (operation['x-commands'] ?? []).map((name) => ({ name, ...describe(api, path, method, operation) })),
    ),
  );
}

function describe(
  api: ApiDescription,
  path: string,
  method: string,
  operation: DescribedOperation,
): Omit<CommandSpec, 'name'> {
  const { summary, parameters = [], requestBody } = operation;
  const fields = [...parameters.flatMap(fieldOf), ...bodyFields(api, operation)];
  return {
    summary,
    method: method.toUpperCase(),
    path,
    ids: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    fields,
    takesBody: requestBody?.content[JSON_TYPE] !== undefined,
    upload: uploadOf(requestBody?.content[MULTIPART_TYPE]),
    hasPages: fields.some(({ name, place }) => place === 'query' && name === 'after'),
    fileType: Object.keys(successOf(operation)).find((type) => !NO_FILES.has(type)),
    startsJob: method === 'post' && isJob(api, operation, api.paths[`${path}/{id}`]?.['get']),
  };
}

function fieldOf({ name, in: place, description, schema }: Parameter): Field[] {
  if (place === 'path') return [];
  return [{ name, place, schema: { ...(description !== undefined && { description }), ...schema } }];
}

/** The fields of a body: those of a multipart body, its file first, and those that only JSON has. */
function bodyFields(api: ApiDescription, { requestBody }: DescribedOperation): Field[] {
  const content = requestBody?.content;
  const properties = {
    ...propertiesOf(content?.[MULTIPART_TYPE]?.schema),
    ...propertiesOf(content?.[JSON_TYPE]?.schema),
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: isFile(schema) ? 'file' : 'body',
    schema: resolve(api, schema),
  }));
}

/** A schema with named schemas instead of references to them: a flag needs to know the type of its values. */
function resolve(api: ApiDescription, schema: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema;
  const { anyOf, ...known } = { ...namedSchema(api, $ref), ...rest };
  return { ...known, ...(anyOf && { anyOf: anyOf.map((part) => resolve(api, part)) }) };
}

function namedSchema({ components }: ApiDescription, reference: string | undefined): JsonSchema | undefined {
  return components?.schemas?.[reference?.split('/').at(-1) ?? ''];
}

/** The fields of a body; of one that has several forms, those of all forms that are objects. */
function propertiesOf(body: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const fields = new Map<string, JsonSchema>();
  for (const { properties = {} } of body?.anyOf ?? (body ? [body] : []))
    for (const [name, schema] of Object.entries(properties)) {
      const { description = '', ...other } = fields.get(name) ?? {};
      fields.set(name, fields.has(name) ? { description, anyOf: [other, schema] } : schema);
    }
  return Object.fromEntries(fields);
}

function isFile({ contentMediaType }: JsonSchema): boolean {
  return contentMediaType !== undefined;
}

function uploadOf(multipart: Multipart | undefined): UploadSpec | undefined {
  const properties = Object.entries(propertiesOf(multipart?.schema));
  const [field, schema] = properties.find(([, property]) => isFile(property)) ?? [];
  if (field === undefined) return undefined;
  const fields = properties.map(([name]) => name).filter((name) => name !== field);
  return {
    field,
    mediaType: schema?.contentMediaType ?? '',
    fields,
    jsonFields: fields.filter((name) => multipart?.encoding?.[name]?.contentType === JSON_TYPE),
  };
}

/** Content type → what a response of success contains. */
function successOf({ responses = {} }: DescribedOperation): Record<string, { schema: JsonSchema }> {
  const status = Object.keys(responses).find((each) => each.startsWith('2'));
  return (status !== undefined && responses[status]?.content) || {};
}

/** True for an operation whose response is a job, if `read` returns the same object again. */
function isJob(
  api: ApiDescription,
  operation: DescribedOperation,
  read: DescribedOperation | undefined,
): boolean {
  const [started, found] = [operation, read].map((each) => each && successOf(each)[JSON_TYPE]?.schema.$ref);
  if (started === undefined || started !== found) return false;
  const statuses = namedSchema(api, started)?.properties?.['status']?.enum ?? [];
  return JOB_STATUSES.every((status) => statuses.includes(status));
}
