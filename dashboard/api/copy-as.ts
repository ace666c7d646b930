// A call as text to run elsewhere: with curl, with the command line, or from Node. Keys are read from the environment,
// under the name that the command line uses; one is written into the text only where it has just been made and is shown.
import { OPERATIONS } from './generated/operations.ts';
import { type ApiRequest, type InputArgument, type InputOf, type OperationId, requestOf } from './request.ts';

/** The texts of a call. */
export interface CopiedCall {
  curl: string;
  /** Undefined: API keys may not call the operation, and the command line has only those. */
  cli: string | undefined;
  node: string;
}

/** How a request says who makes it. */
interface Credential {
  shell: string;
  node: string;
}

const KEY: Credential = {
  shell: '-H "Authorization: Bearer $POSTHORN_API_KEY"',
  node: "Authorization: 'Bearer ' + process.env.POSTHORN_API_KEY",
};
/** A call that only people may make carries their cookie in place of a key. */
const COOKIE = { shell: '-H "Cookie: $POSTHORN_COOKIE"', node: 'Cookie: process.env.POSTHORN_COOKIE' };
const CSRF = {
  shell: '-H "X-CSRF-Token: $POSTHORN_CSRF_TOKEN"',
  node: "'X-CSRF-Token': process.env.POSTHORN_CSRF_TOKEN",
};

/**
 * @param baseUrl the address of the API, such as `https://mail.acme.dev`
 * @param apiKey the key itself, in place of the variable that has it
 */
export function copiedCall<Id extends OperationId>(
  baseUrl: string,
  id: Id,
  input: InputOf<Id>,
  { apiKey }: { apiKey?: string | undefined } = {},
): CopiedCall {
  const request = requestOf(id, ...([input] as unknown as InputArgument<Id>));
  const headers = [...credentialsOf(id, request, apiKey), ...ownHeadersOf(request)];
  return {
    curl: curlOf(
      baseUrl,
      request,
      headers.map(({ shell }) => shell),
    ),
    cli: cliOf(baseUrl, id, input as Readonly<Record<string, unknown>>, apiKey),
    node: nodeOf(
      baseUrl,
      request,
      headers.map(({ node }) => node),
    ),
  };
}

/** A request that was made before, as its log has it, for curl. */
export function copiedRequest(
  baseUrl: string,
  request: { method: string; path: string; body: unknown },
): string {
  return curlOf(baseUrl, request, [KEY.shell]);
}

function credentialsOf(
  id: OperationId,
  { method }: ApiRequest,
  apiKey: string | undefined,
): readonly Credential[] {
  if (!('isForPeople' in OPERATIONS[id])) return [apiKey === undefined ? KEY : credentialOf(apiKey)];
  return method === 'GET' ? [COOKIE] : [COOKIE, CSRF];
}

function credentialOf(apiKey: string): Credential {
  const header = `Bearer ${apiKey}`;
  return {
    shell: `-H ${quoted(`Authorization: ${header}`)}`,
    node: `Authorization: ${JSON.stringify(header)}`,
  };
}

function ownHeadersOf({ headers = {} }: ApiRequest) {
  return Object.entries(headers).map(([name, value]) => ({
    shell: `-H ${quoted(`${name}: ${value}`)}`,
    node: `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  }));
}

function curlOf(
  baseUrl: string,
  { method, path, body }: { method: string; path: string; body: unknown },
  headers: readonly string[],
): string {
  const parts = [
    `curl ${method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${quoted(`${baseUrl}${path}`)}`,
    ...headers,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

function cliOf(
  baseUrl: string,
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  apiKey: string | undefined,
): string | undefined {
  const operation = OPERATIONS[id];
  if (!('command' in operation)) return undefined;
  const ids = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => quoted(String(input[name])));
  const query = Object.entries((input['query'] as object | undefined) ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const flags = query.map(([name, value]) => `--${name.replaceAll('_', '-')} ${quoted(String(value))}`);
  const data = input['body'] === undefined ? [] : ['--data -'];
  const command = [
    `npx posthorn ${operation.command}`,
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

/** In single quotes nothing of a shell has a meaning but the quote itself. */
export function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
