// Runs one command: turns arguments and flags into one request, or one per page, and returns the response. Files are
// uploaded and saved by transfer/; both and --wait are imported on demand, all other commands start without them.
import { readAllPages } from './all-pages.ts';
import { type ApiRequest, type Connection, callApi } from './call.ts';
import type { CommandSpec } from './description.ts';
import { rejected } from './failure.ts';
import { isImport, noteImport } from './note-import.ts';
import { decodeInput, readInput, type Stdin } from './read-input.ts';
import { createProgress, type Progress, type ProgressOutput } from './transfer/progress.ts';
import type { StreamedBody } from './transfer/send-body.ts';
import type { Job } from './wait-for-job.ts';

/** Arguments and flags of a command. */
export interface CommandInput {
  ids: string[];
  /** Field name → value, by the place in the request. */
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: Record<string, unknown>;
  /** A file to upload, or `-` for stdin. */
  files: Record<string, unknown>;
  /** A file, or `-` for stdin. */
  data?: string;
  /** A file to save the response in. */
  output?: string;
  all: boolean;
  wait: boolean;
}

/** What a command uses of its process. */
export interface CommandStreams {
  stdin: Stdin;
  stderr: ProgressOutput;
}

/** Runs a command. @returns the response of the API @throws CliFailure */
export async function runCommand(
  connection: Connection,
  spec: CommandSpec,
  input: CommandInput,
  streams: CommandStreams,
): Promise<unknown> {
  if (input.all && 'before' in input.query) throw rejected('--all cannot be combined with --before.');
  const request: ApiRequest = {
    method: spec.method,
    path: fillPath(spec, input.ids),
    query: toTexts(input.query),
    headers: toTexts(input.header),
  };
  if (input.output !== undefined && spec.fileType !== undefined) {
    const { saveAnswer } = await import('./transfer/save-answer.ts');
    return await saveAnswer(connection, request, spec.fileType, input.output);
  }
  if (input.all)
    return await readAllPages(request.query, (query) => callApi(connection, { ...request, query }));
  const started = await send(connection, request, spec, input, streams);
  const answer = input.wait ? await waitForEnd(connection, request, started, streams) : started;
  if (isImport(answer)) noteImport(answer, streams.stderr);
  return answer;
}

/** Sends a request with its body. */
async function send(
  connection: Connection,
  request: ApiRequest,
  spec: CommandSpec,
  input: CommandInput,
  { stdin, stderr }: CommandStreams,
): Promise<unknown> {
  const progress = createProgress(stderr);
  const upload = await openMultipart(spec, input, stdin, progress);
  const body = upload ?? (spec.takesBody ? await readBody(input, stdin) : undefined);
  try {
    return await callApi(connection, { ...request, ...(body !== undefined && { body }) });
  } finally {
    progress.clear();
  }
}

function fillPath({ path, ids }: CommandSpec, given: readonly string[]): string {
  return ids.reduce((filled, name, position) => {
    const id = given[position] ?? '';
    // Such ids would change the path: an empty segment, or a step to the parent.
    if (id === '' || id === '.' || id === '..') throw rejected(`\`${id}\` is not a valid ${name}.`);
    return filled.replace(`{${name}}`, encodeURIComponent(id));
  }, path);
}

/** The multipart body with the file of a flag; undefined without such a flag. */
async function openMultipart(
  { upload }: CommandSpec,
  { files, body, data }: CommandInput,
  stdin: Stdin,
  progress: Progress,
): Promise<StreamedBody | undefined> {
  if (!upload || !(upload.field in files)) return undefined;
  const flag = `--${upload.field}`;
  const other = Object.keys(body).find((name) => !upload.fields.includes(name));
  if (data !== undefined) throw rejected(`${flag} cannot be combined with --data.`);
  if (other !== undefined) throw rejected(`${flag} cannot be combined with --${other.replaceAll('_', '-')}.`);
  const { openUpload } = await import('./transfer/open-upload.ts');
  return await openUpload({ spec: upload, file: String(files[upload.field]), fields: body }, stdin, progress);
}

/** The body of `--data` unchanged, or merged with the fields of flags, which take precedence. */
async function readBody({ data, body }: CommandInput, stdin: Stdin): Promise<string> {
  if (data === undefined) return JSON.stringify(body);
  const text = decodeInput(await readInput('--data', data, stdin));
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

/** Waits for the end of a job that was started. */
async function waitForEnd(
  connection: Connection,
  { path }: ApiRequest,
  answer: unknown,
  { stderr }: CommandStreams,
): Promise<unknown> {
  const { waitForJob } = await import('./wait-for-job.ts');
  const job = answer as Job;
  const request = { method: 'GET', path: `${path}/${encodeURIComponent(job.id)}`, query: {}, headers: {} };
  const progress = createProgress(stderr);
  try {
    return await waitForJob(job, () => callApi(connection, request), progress);
  } finally {
    progress.clear();
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
