// Runs one command: turns arguments and flags into one request, or one per page, and returns the response.
import { readAllPages } from './all-pages.ts';
import { type ApiRequest, type Connection, callApi } from './call.ts';
import type { CommandSpec } from './description.ts';
import { rejected } from './failure.ts';
import { readInput, type Stdin } from './read-input.ts';

/** Arguments and flags of a command. */
export interface CommandInput {
  ids: string[];
  /** Field name → value, by the place in the request. */
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: Record<string, unknown>;
  /** A file, or `-` for stdin. */
  data?: string;
  all: boolean;
}

/** Runs a command. @returns the response of the API @throws CliFailure */
export async function runCommand(
  connection: Connection,
  spec: CommandSpec,
  input: CommandInput,
  stdin: Stdin,
): Promise<unknown> {
  if (input.all && 'before' in input.query) throw rejected('--all cannot be combined with --before.');
  const body = spec.takesBody ? await readBody(input, stdin) : undefined;
  const request: ApiRequest = {
    method: spec.method,
    path: fillPath(spec, input.ids),
    query: toTexts(input.query),
    headers: toTexts(input.header),
    ...(body !== undefined && { body }),
  };
  if (!input.all) return await callApi(connection, request);
  return await readAllPages(request.query, (query) => callApi(connection, { ...request, query }));
}

function fillPath({ path, ids }: CommandSpec, given: readonly string[]): string {
  return ids.reduce((filled, name, position) => {
    const id = given[position] ?? '';
    // Such ids would change the path: an empty segment, or a step to the parent.
    if (id === '' || id === '.' || id === '..') throw rejected(`\`${id}\` is not a valid ${name}.`);
    return filled.replace(`{${name}}`, encodeURIComponent(id));
  }, path);
}

/** The body of `--data` unchanged, or merged with the fields of flags, which take precedence. */
async function readBody({ data, body }: CommandInput, stdin: Stdin): Promise<string> {
  if (data === undefined) return JSON.stringify(body);
  const text = (await readInput('--data', data, stdin)).toString('utf8');
  const parsed = parse(data, text);
  if (Object.keys(body).length === 0) return text;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw rejected('Flags can be combined with --data only when it is a JSON object.');
  }
  return JSON.stringify({ ...parsed, ...body });
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw rejected(`--data: ${file} is not JSON.`);
  }
}

function toTexts(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
