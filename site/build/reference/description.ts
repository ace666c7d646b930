// The parts of openapi.json that the reference shows.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';

/** openapi.json. */
export interface Description {
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedPath>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface DescribedPath {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  /** Each is one way to prove who calls. */
  security?: Record<string, unknown>[];
  parameters?: DescribedParameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
  'x-commands'?: string[];
  'x-errors': string[];
}

/** A parameter of a path, a query or a header. */
export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** An operation with its address. */
export interface ReferenceOperation extends DescribedPath {
  /** In capital letters. */
  method: string;
  /** With `{id}`. */
  path: string;
  /** On the page of its resource. */
  anchor: string;
}

/** Reads it. @param root of the repository */
export function readDescription(root: string): Description {
  return JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'));
}

/**
 * The operations of each resource, in the order of the description. Those of campaigns below /broadcasts are a resource of
 * their own here: one page of both would be too large.
 */
export function operationsByResource({ paths }: Description): Map<string, ReferenceOperation[]> {
  const all = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: address,
      anchor: operation.operationId.toLowerCase(),
    })),
  );
  const byResource = new Map<string, ReferenceOperation[]>();
  for (const operation of all) {
    const resource = pageResourceOf(operation);
    byResource.set(resource, [...(byResource.get(resource) ?? []), operation]);
  }
  return byResource;
}

/** The resource whose page has an operation: `/docs/api/emails`. */
export function pageResourceOf({
  tags: [resource],
  path: address,
}: Pick<ReferenceOperation, 'tags' | 'path'>): string {
  return address.startsWith('/broadcasts') ? 'broadcasts' : resource;
}
