// Calls an operation for a tool: as a request of its own through the application, with the credentials of the message
// that called the tool (api/http/in-process.ts). So it may do what its caller may, counts in the same limits, and is
// logged.
import type { Request, Response } from 'express';
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { isReading, takesBody } from '../../../../shared/contract/operation.ts';
import type { ApiDeps } from '../../../deps.ts';
import { type InProcess, requestInProcess } from '../../../http/in-process.ts';
import type { CallableOperation } from './catalogue.ts';

/** Arguments of a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Input of an operation by its place in the request. */
export interface CallInput {
  params?: Arguments;
  query?: Arguments;
  headers?: Arguments;
  body?: unknown;
}

/** The answer of an operation: its JSON, or the text of another content type. */
export interface Outcome {
  status: number;
  answer: unknown;
  /** The call may be repeated for the rest of a long answer. */
  isReading: boolean;
  /** Names of parameters that the operation does not know. */
  ignored?: string | undefined;
}

/** Calls an operation as the caller of the message. */
export type CallOperation = (operation: CallableOperation, input: CallInput) => Promise<Outcome>;

/** The headers that identify the caller and its origin. */
const CALLER_HEADERS = [
  'authorization',
  'cookie',
  'x-csrf-token',
  'origin',
  'sec-fetch-site',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;
/** Items of a list unless the caller asks for another number: some lists are whole without one. */
const USUAL_LIMIT = '20';
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** A larger answer does not help a model, and would be in memory. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;

/** Calls operations for the message that a request brought. */
export function createCallOperation(
  { ids, config: { publicUrl } }: Pick<ApiDeps, 'ids' | 'config'>,
  request: Request,
  response: Response,
): CallOperation {
  const app = request.app as InProcess['app'];
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const place = { app, ids, publicUrl, maxBytes: ANSWER_MAX_BYTES };
  return async (operation, input) => {
    const { headers = {}, body } = input;
    const answer = await requestInProcess(place, {
      method: operation.row.method.toUpperCase(),
      path: pathOf(operation, input),
      headers: { ...callerOf(request), ...declared(operation, headers), accept: 'application/json' },
      body: takesBody(operation.row) && body !== undefined ? JSON.stringify(body) : undefined,
      remoteAddress: request.socket.remoteAddress,
      signal: gone.signal,
    }).catch((error: unknown) => {
      // It is not a failure of the service, and nothing is read of the refusal.
      throw gone.signal.aborted ? new DomainError('validation_error', 'The client has gone.') : error;
    });
    const { status, ignored } = answer;
    return { status, ignored, answer: read(answer), isReading: isReading(operation.row) };
  };
}

/** Path with query. @throws DomainError when an id is missing */
function pathOf({ row, parameters }: CallableOperation, { params = {}, query = {} }: CallInput): string {
  const missing = parameters.find(({ name, in: place }) => place === 'path' && textOf(params[name]) === '');
  if (missing) throw new DomainError('missing_required_field', `Missing \`${missing.name}\` field.`);
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(Object.fromEntries(asked.map(([name, value]) => [name, textOf(value)])));
  if (parameters.some(({ name, in: place }) => place === 'query' && name === 'limit') && !search.has('limit'))
    search.set('limit', USUAL_LIMIT);
  return search.size > 0 ? `${path}?${search}` : path;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function callerOf(request: Request): Record<string, string> {
  const own = CALLER_HEADERS.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(own), 'content-type': 'application/json' };
}

/** The given headers that the operation declares. @throws DomainError for one that no header can have */
function declared(
  { parameters }: CallableOperation,
  given: NonNullable<CallInput['headers']>,
): Record<string, string> {
  const names = parameters.flatMap(({ name, in: place }) => (place === 'header' ? [name.toLowerCase()] : []));
  const known = Object.entries(given).filter(([name]) => names.includes(name.toLowerCase()));
  return Object.fromEntries(known.map(([name, value]) => [name, octetsOf(name, textOf(value))]));
}

/** A text as a header carries it: each octet of its UTF-8 as a character. */
function octetsOf(name: string, text: string): string {
  const octets = Buffer.from(text).toString('latin1');
  if (HEADER_VALUE.test(octets)) return octets;
  throw new DomainError('validation_error', `The header \`${name}\` must not contain control characters.`);
}

function read({ contentType, text }: { contentType: string; text: string | undefined }): unknown {
  if (text === undefined)
    return {
      note: `The response is larger than ${ANSWER_MAX_BYTES} bytes. Request less, or use the HTTP API.`,
    };
  if (contentType.startsWith('application/json')) return JSON.parse(text);
  return contentType.startsWith('text/')
    ? text
    : { note: `The response is ${contentType || 'empty'}. Use the HTTP API.` };
}
