// Every snippet of the API reference is run, in every language: it must send the request of the example, and print the
// answer of the page. Those of shells start a process each: outside of a long run one of each kind of request is run.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { fillValues, markValues } from '../../shared/contract/site/values.ts';
import { IS_LONG } from '../support/extent.ts';
import { READ_FILE, runSnippets, SNIPPET_LABELS, type SnippetRun } from './snippets/run-snippets.ts';
import { readShownSnippets, type ShownSnippet } from './snippets/shown-snippets.ts';
import {
  FILE_ANSWER,
  type NotedRequest,
  type SnippetServer,
  startSnippetServer,
} from './snippets/snippet-server.ts';

const API_KEY = 'ph_1234567890';
const COOKIE = 'posthorn_session=1234';
const CSRF_TOKEN = '5678';
const ENVIRONMENT = { POSTHORN_COOKIE: COOKIE, POSTHORN_CSRF_TOKEN: CSRF_TOKEN };

const SHELLS: readonly string[] = ['curl', 'cli'];

/** What a request says, however it is written. */
interface Said {
  method: string;
  /** The parts of its path. */
  segments: string[];
  query: [string, string][];
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** The snippets of a language that are run, with the index of each. */
function toRun(snippets: readonly ShownSnippet[], language: string): [number, ShownSnippet][] {
  const own = [...snippets.entries()].filter(([, { label }]) => label === language);
  if (IS_LONG || !SHELLS.includes(language)) return own;
  return [...new Map(own.map((entry) => [kindOf(entry[1]), entry])).values()];
}

/** The same for requests that are written in the same way. */
function kindOf({ operation, example: { path: address, body }, use }: ShownSnippet): string {
  const { method, security } = operation;
  return JSON.stringify([method, security, address.includes('?'), Array.isArray(body), typeof body, use]);
}

/** What a snippet must say. */
function wantedOf({ operation, example, use }: ShownSnippet, fill: (text: string) => string): Said {
  const { method, security = [] } = operation;
  const isForKeys = security.some((scheme) => 'apiKey' in scheme);
  const isOfPage = !isForKeys && method !== 'GET';
  const body = use.upload === undefined ? example.body : { [use.upload]: READ_FILE };
  const type = use.upload === undefined ? 'application/json' : 'multipart/form-data';
  return {
    method,
    ...addressOf(example.path),
    headers: {
      ...(isForKeys && { authorization: `Bearer ${API_KEY}` }),
      ...(!isForKeys && security.length > 0 && { cookie: COOKIE }),
      ...(isOfPage && security.length > 0 && { 'x-csrf-token': CSRF_TOKEN }),
      ...(isOfPage && { 'sec-fetch-site': 'same-origin' }),
      ...(body !== undefined && { 'content-type': type }),
      ...(use.download !== undefined && { accept: use.download }),
    },
    body: body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body))),
  };
}

/** What a snippet has said. The command line sends an empty object where a body is left out. */
async function saidOf({ label, example, use }: ShownSnippet, noted: NotedRequest): Promise<Said> {
  const [type] = noted.headers['content-type']?.split(';') ?? [];
  const isLeftOut = label === 'cli' && example.body === undefined && String(noted.body) === '{}';
  const headers = {
    authorization: noted.headers.authorization,
    cookie: noted.headers.cookie,
    'x-csrf-token': noted.headers['x-csrf-token'],
    'sec-fetch-site': noted.headers['sec-fetch-site'],
    'content-type': isLeftOut ? undefined : type,
    accept: use.download === undefined ? undefined : noted.headers.accept,
  };
  return {
    method: noted.method,
    ...addressOf(noted.path),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    body: isLeftOut ? undefined : await bodyOf(noted, type),
  };
}

function addressOf(address: string): Pick<Said, 'segments' | 'query'> {
  const { pathname, searchParams } = new URL(address, 'http://api');
  searchParams.sort();
  return { segments: pathname.split('/').map(decodeURIComponent), query: [...searchParams] };
}

/** A form's fields are files. */
async function bodyOf({ body, headers }: NotedRequest, type: string | undefined): Promise<unknown> {
  if (body.length === 0) return undefined;
  if (type !== 'multipart/form-data') return JSON.parse(String(body));
  const form = await new Response(body, {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : { name: value.name, text: await value.text() };
  return fields;
}

/** @returns what is wrong with a run; `''`: nothing */
async function faultOf(
  snippet: ShownSnippet,
  run: SnippetRun,
  noted: readonly NotedRequest[],
  fill: (text: string) => string,
): Promise<string> {
  if (run.code !== 0) return `has ended with ${run.code}: ${run.err}`;
  const [first, second] = noted;
  if (!first || second) return `has sent ${noted.length} requests`;
  const said = await saidOf(snippet, first);
  const wanted = wantedOf(snippet, fill);
  if (!isDeepStrictEqual(said, wanted))
    return `has sent ${JSON.stringify(said)} in place of ${JSON.stringify(wanted)}`;
  const printed = await printedOf(snippet, run);
  const answer = snippet.use.download === undefined ? snippet.example.answer : FILE_ANSWER;
  return isDeepStrictEqual(printed, answer) ? '' : `has printed ${JSON.stringify(printed)}`;
}

/** What a snippet has printed, or the file that it has written. */
async function printedOf({ code, use }: ShownSnippet, { directory, out }: SnippetRun): Promise<unknown> {
  const { file } = /(?:-o|--output) (?<file>\S+)/.exec(code)?.groups ?? {};
  if (use.download === undefined) return JSON.parse(out);
  return file === undefined ? out : await readFile(path.join(directory, file), 'utf8');
}

describe('The snippets of the API reference', function () {
  this.timeout(180_000);
  let snippets: ShownSnippet[];
  let server: SnippetServer;
  let root: string;

  before(async () => {
    snippets = await readShownSnippets();
    server = await startSnippetServer(snippets);
  });
  after(() => server.close());
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'posthorn-snippets-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('are there in curl, Node and Python for each operation, and for the command line where it has a command', () => {
    const wanted = new Set(
      snippets.flatMap(({ operation: { operationId, 'x-commands': commands } }) =>
        SNIPPET_LABELS.flatMap((label) =>
          label === 'cli' && !commands ? [] : [`${operationId} in ${label}`],
        ),
      ),
    );
    const shown = snippets.map(({ operation: { operationId }, label }) => `${operationId} in ${label}`);
    expect(new Set(shown)).to.deep.equal(wanted);
  });

  for (const label of SNIPPET_LABELS)
    it(`send the request of their example and print its answer, in ${label}`, async () => {
      const own = toRun(snippets, label);
      const fillOf = (index: number) => (text: string) =>
        fillValues(markValues(text), { baseUrl: server.baseUrlOf(index), apiKey: API_KEY });
      const codes = own.map(([index, { code }]) => fillOf(index)(code));
      const runs = await runSnippets(label, codes, root, ENVIRONMENT);
      const faults: string[] = [];
      for (const [position, [index, snippet]] of own.entries()) {
        const run = runs[position] as SnippetRun;
        const fault = await faultOf(snippet, run, server.notedOf(index), fillOf(index));
        if (fault !== '') faults.push(`${snippet.operation.operationId} ${fault}`);
      }
      expect(faults.join('\n')).to.equal('');
    });

  it('would be noticed if one failed, sent something else, or printed something else', async () => {
    const snippet = snippets.find(({ example }) => example.body === undefined) ?? expect.fail();
    const { example, operation } = snippet;
    const run = { directory: '', code: 0, out: JSON.stringify(example.answer), err: '' };
    const headers = { authorization: `Bearer ${API_KEY}` };
    const noted = { method: operation.method, path: example.path, headers, body: Buffer.alloc(0) };
    const check = (changedRun: Partial<SnippetRun>, ...sent: Partial<NotedRequest>[]) => {
      const requests = sent.map((changed) => ({ ...noted, ...changed }));
      return faultOf(snippet, { ...run, ...changedRun }, requests, (text) => text);
    };
    expect(await check({}, {})).to.equal('');
    expect(await check({ code: 7, err: 'no host' }, {})).to.equal('has ended with 7: no host');
    expect(await check({ out: '{}' }, {})).to.equal('has printed {}');
    expect(await check({}, {}, {})).to.equal('has sent 2 requests');
    expect(await check({})).to.equal('has sent 0 requests');
    for (const changed of [
      { method: 'PUT' },
      { path: `${example.path}?limit=1` },
      { headers: {} },
      { body: Buffer.from('{}') },
    ])
      expect(await check({}, changed)).to.match(/^has sent .+ in place of /);
  });
});
