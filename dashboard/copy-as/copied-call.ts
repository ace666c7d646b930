// A call as text to run elsewhere: with curl (dashboard/api/copy-as.ts), with the command line, or from Node. Loaded
// with the menus and snippets that have it, because it contains the names of all commands.
import { type CopiedBy, copiedCurl, copiedHeaders, quoted } from '../api/copy-as.ts';
import { COMMANDS } from '../api/generated/commands.ts';
import { OPERATIONS } from '../api/generated/operations.ts';
import {
  type ApiRequest,
  type InputArgument,
  type InputOf,
  type OperationId,
  requestOf,
} from '../api/request.ts';

/** The texts of a call. */
export interface CopiedCall {
  curl: string;
  /** Undefined: API keys may not call the operation, and the command line has only those. */
  cli: string | undefined;
  node: string;
}

/** @param baseUrl the address of the API, such as `https://mail.acme.dev` */
export function copiedCall<Id extends OperationId>(
  baseUrl: string,
  id: Id,
  input: InputOf<Id>,
  by: CopiedBy = {},
): CopiedCall {
  const request = requestOf(id, ...([input] as unknown as InputArgument<Id>));
  const headers = copiedHeaders(id, request, by).map(({ node }) => node);
  return {
    curl: copiedCurl(baseUrl, id, input, by),
    cli: cliOf(baseUrl, id, input as Readonly<Record<string, unknown>>, by.apiKey),
    node: nodeOf(baseUrl, request, headers),
  };
}

function cliOf(
  baseUrl: string,
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  apiKey: string | undefined,
): string | undefined {
  const name = (COMMANDS as Readonly<Record<string, string>>)[id];
  if (name === undefined) return undefined;
  const ids = [...OPERATIONS[id].path.matchAll(/:(\w+)/g)].map(([, key = '']) => quoted(String(input[key])));
  const query = Object.entries((input['query'] as object | undefined) ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const flags = query.map(([name, value]) => `--${name.replaceAll('_', '-')} ${quoted(String(value))}`);
  const data = input['body'] === undefined ? [] : ['--data -'];
  const command = [
    `posthorn ${name}`,
    ...ids,
    ...flags,
    ...data,
    `--base-url ${quoted(baseUrl)}`,
    ...(apiKey === undefined ? [] : [`--api-key ${quoted(apiKey)}`]),
  ].join(' ');
  return data.length > 0 ? `${command} <<'JSON'\n${JSON.stringify(input['body'], null, 2)}\nJSON` : command;
}

function nodeOf(baseUrl: string, { method, path, body }: ApiRequest, headers: readonly string[]): string {
  const all = body === undefined ? headers : [...headers, "'Content-Type': 'application/json'"];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${all.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
  ];
  const url = JSON.stringify(`${baseUrl}${path}`);
  return [
    `const response = await fetch(${url}, {`,
    ...options,
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
