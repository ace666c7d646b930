// A call as text to run elsewhere with curl: what an empty list shows (dashboard/copy-as/copied-call.ts has the other ways). Keys are
// read from the environment, under the name that the command line uses; one is written into the text only where it has just
// been made and is shown.
import { OPERATIONS } from './generated/operations.ts';
import { type ApiRequest, type InputArgument, type InputOf, type OperationId, requestOf } from './request.ts';

/** The credentials of a request. */
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

/** A change without a key must be sent by a page of the server (docs/reference/auth.md#requests-of-pages). */
const SAME_ORIGIN = {
  shell: "-H 'Sec-Fetch-Site: same-origin'",
  node: "'Sec-Fetch-Site': 'same-origin'",
};

/** The caller. */
export interface CopiedBy {
  /** The key itself, in place of the variable that has it. */
  apiKey?: string | undefined;
  /** Everybody may make the call: it needs no credentials. */
  isOpen?: boolean;
  /** Spaces by which a body is indented; none: it is one line. */
  indent?: number;
}

/** @param baseUrl the address of the API, such as `https://mail.acme.dev` */
export function copiedCurl<Id extends OperationId>(
  baseUrl: string,
  id: Id,
  input: InputOf<Id>,
  by: CopiedBy = {},
): string {
  const request = requestOf(id, ...([input] as unknown as InputArgument<Id>));
  const headers = copiedHeaders(id, request, by);
  return curlOf(
    baseUrl,
    request,
    headers.map(({ shell }) => shell),
    by.indent,
  );
}

/** A request that was made before, as its log has it, for curl. */
export function copiedRequest(
  baseUrl: string,
  request: { method: string; path: string; body: unknown },
): string {
  return curlOf(baseUrl, request, [KEY.shell]);
}

/** The headers of a call, for a shell and for Node. */
export function copiedHeaders(
  id: OperationId,
  request: ApiRequest,
  { apiKey, isOpen }: CopiedBy,
): readonly Credential[] {
  return [...(isOpen ? [SAME_ORIGIN] : credentialsOf(id, request, apiKey)), ...ownHeadersOf(request)];
}

function credentialsOf(
  id: OperationId,
  { method }: ApiRequest,
  apiKey: string | undefined,
): readonly Credential[] {
  if (!('isForPeople' in OPERATIONS[id])) return [apiKey === undefined ? KEY : credentialOf(apiKey)];
  return method === 'GET' ? [COOKIE] : [COOKIE, CSRF, SAME_ORIGIN];
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
  indent?: number,
): string {
  const parts = [
    `curl ${method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${quoted(`${baseUrl}${path}`)}`,
    ...headers,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, indent))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** In single quotes only the quote itself has a meaning in a shell. */
export function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
