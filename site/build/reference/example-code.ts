// The request of an example as code to run: with curl, from Node and Python, and with the command line where there is a
// command. A fence for each, which the page shows as tabs.
import { copiedCurl } from '../../../dashboard/api/copy-as.ts';
import { copiedCall } from '../../../dashboard/copy-as/copied-call.ts';
import { SNIPPET_VALUES } from '../../../shared/contract/site/values.ts';
import type { ReferenceOperation } from './description.ts';
import type { OperationExample } from './examples.ts';

const BASE_URL = SNIPPET_VALUES.baseUrl.written;
const API_KEY = SNIPPET_VALUES.apiKey.written;

/** The fences of a request. */
export function exampleFences(operation: ReferenceOperation, example: OperationExample): string[] {
  const cli = cliLine(operation, example);
  return [
    fence('bash curl', curlText(operation, example)),
    fence('js node', copiedCall(...callOf(operation, example)).node),
    fence('python python', pythonOf(operation, example)),
    ...(cli === undefined ? [] : [fence('bash cli', cli)]),
  ];
}

/** The request with curl. */
export function curlText(operation: ReferenceOperation, example: OperationExample): string {
  return copiedCurl(...callOf(operation, example));
}

/** The request with the command line; undefined: there is no command. */
export function cliLine(operation: ReferenceOperation, example: OperationExample): string | undefined {
  return operation['x-commands'] && copiedCall(...callOf(operation, example)).cli;
}

/** Operations and their inputs are known to the compiler by name; here they are those of the description. */
function callOf(operation: ReferenceOperation, example: OperationExample) {
  const by = { apiKey: API_KEY, isOpen: isOpen(operation), indent: 2 };
  const id = operation.operationId as 'getEmail';
  return [BASE_URL, id, inputOf(operation, example) as { id: string }, by] as const;
}

/** A fence of Markdown; no snippet has one in it. */
export function fence(label: string, code: string): string {
  return `\`\`\`${label}\n${code}\n\`\`\``;
}

/** Everybody may call it. */
const isOpen = ({ security = [] }: ReferenceOperation) => security.length === 0;

/** The ids of the path, the query and the body. */
function inputOf({ path }: ReferenceOperation, example: OperationExample): Record<string, unknown> {
  const [pathname = '', search = ''] = example.path.split('?');
  const values = pathname.split('/');
  const ids = path.split('/').flatMap((part, at) => {
    const { name } = /^\{(?<name>\w+)\}$/.exec(part)?.groups ?? {};
    return name === undefined ? [] : [[name, decodeURIComponent(values[at] ?? '')] as const];
  });
  return {
    ...Object.fromEntries(ids),
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(example.body !== undefined && { body: example.body }),
  };
}

function pythonOf(operation: ReferenceOperation, { path, body }: OperationExample): string {
  const { method } = operation;
  const headers = [
    ...pythonCredentials(operation),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const lines = [
    `    ${JSON.stringify(`${BASE_URL}${path}`)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map((header) => `        ${header},`), '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonValue(body, '    ')}).encode(),`]),
  ];
  return [
    'import json',
    ...(headers.some((header) => header.includes('os.environ[')) ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    ...lines,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/**
 * The credentials of an operation for people: what their browser sends, as dashboard/api/copy-as.ts has it for curl and
 * Node.
 */
function pythonCredentials(operation: ReferenceOperation): string[] {
  const { security = [], method } = operation;
  if (security.some((scheme) => 'apiKey' in scheme)) return [`"Authorization": "Bearer ${API_KEY}"`];
  const isWrite = method !== 'GET';
  return [
    ...(isOpen(operation) ? [] : ['"Cookie": os.environ["POSTHORN_COOKIE"]']),
    ...(!isOpen(operation) && isWrite ? ['"X-CSRF-Token": os.environ["POSTHORN_CSRF_TOKEN"]'] : []),
    ...(isWrite ? ['"Sec-Fetch-Site": "same-origin"'] : []),
  ];
}

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => pythonValue(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, inner)}`);
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
