// The operations that tools can call: the rows of the operations table with their input and answer as the API
// description has them. The description is read once, when the first tool needs it.
import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../../../shared/contract/json-schema.ts';
import { type DescribedOperation, isReading, statusesOf } from '../../../../shared/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../../../shared/contract/operations.ts';

/** An input outside of the body. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

/** An operation with everything that a tool shows of it. */
export interface CallableOperation {
  id: string;
  row: DescribedOperation;
  /** The callers that may call it, as a sentence. */
  callers: string;
  parameters: readonly Parameter[];
  body: JsonSchema | undefined;
  answer: JsonSchema | undefined;
}

/** The hints for a client about a call (ToolAnnotations of the protocol). */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

interface Description {
  paths: Record<string, Record<string, DescribedPath>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface DescribedPath {
  operationId: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

const JSON_TYPE = 'application/json';
const REFERENCES = '#/components/schemas/';
const OUTWARD: ReadonlySet<DescribedOperation['uses']> = new Set(['accepting', 'outbound', 'model', 'dns']);

let description: Description | undefined;
let catalogue: ReadonlyMap<string, CallableOperation> | undefined;

/** Operation id → operation: all but those without credentials, which are for pages, and the protocol's own. */
export function readCatalogue(): ReadonlyMap<string, CallableOperation> {
  catalogue ??= new Map(
    Object.values(readDescription().paths)
      .flatMap(Object.values)
      .map((each: DescribedPath) => [each.operationId, toCallable(each)] as const)
      .filter(([, { row }]) => row.permission !== 'open' && row.uses !== 'calling'),
  );
  return catalogue;
}

/** An operation that is known to exist. */
export function operationOf(id: OperationId): CallableOperation {
  const found = readCatalogue().get(id);
  if (!found) throw new Error(`Tools cannot call ${id}.`);
  return found;
}

/** A schema that stands alone: the named schemas that it refers to are inside it. */
export function standalone(schema: JsonSchema): object {
  const named = readDescription().components.schemas;
  const found = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found.has(name)) {
        found.add(name);
        collect(named[name]);
      }
  };
  collect(schema);
  const defs = Object.fromEntries([...found].map((name) => [name, named[name]]));
  const whole = { ...schema, ...(found.size > 0 && { $defs: defs }) };
  return JSON.parse(JSON.stringify(whole).replaceAll(REFERENCES, '#/$defs/'));
}

/** The hints of a tool that calls these operations. */
export function hintsOf(rows: readonly DescribedOperation[]): Hints {
  return {
    readOnlyHint: rows.every(isReading),
    destructiveHint: rows.some(mayDestroy),
    idempotentHint: rows.every(isRepeatable),
    openWorldHint: rows.some(({ uses }) => OUTWARD.has(uses)),
  };
}

/** Whether it may change or remove existing data; a POST to a record with an id may, for example to cancel it. */
function mayDestroy(row: DescribedOperation): boolean {
  return !isReading(row) && (row.method !== 'post' || row.path.includes('/:'));
}

/** Repeating a call changes nothing more. 201 and 200 together: what exists already is found. */
function isRepeatable(row: DescribedOperation): boolean {
  return isReading(row) || row.method !== 'post' || statusesOf(row).length > 1;
}

function readDescription(): Description {
  description ??= JSON.parse(readFileSync(new URL(import.meta.resolve('#openapi.json')), 'utf8'));
  return description as Description;
}

function toCallable({
  operationId,
  parameters = [],
  requestBody,
  ...rest
}: DescribedPath): CallableOperation {
  const success = Object.keys(rest.responses).find((status) => status.startsWith('2')) ?? '';
  return {
    id: operationId,
    row: OPERATIONS[operationId as OperationId],
    callers: rest.description,
    parameters: parameters.filter(({ name }) => name.toLowerCase() !== 'x-csrf-token'),
    body: requestBody?.content[JSON_TYPE]?.schema,
    answer: rest.responses[success]?.content?.[JSON_TYPE]?.schema,
  };
}
