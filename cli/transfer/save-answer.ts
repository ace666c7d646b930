// `--output`: saves a response as a file, in the other content type that the API offers for it (such as text/csv). It is
// streamed to a temporary file, which replaces the file only when it is complete.
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { type ApiRequest, type Connection, isSuccess, openAnswer, readAnswer, receive } from '../call.ts';
import { foreignResponse, rejected } from '../failure.ts';

/** What the command prints. */
interface SavedFile {
  file: string;
  bytes: number;
}

/**
 * Saves the response to a request as a file.
 * @param mediaType content type to ask for
 * @throws CliFailure before the request when the file cannot be written; when the response is not such a file
 */
export async function saveAnswer(
  connection: Connection,
  request: ApiRequest,
  mediaType: string,
  file: string,
): Promise<SavedFile> {
  const target = await readTarget(file);
  const part = `${target}.${process.pid}.part`;
  const handle = await attempt(file, () => open(part, 'w'));
  try {
    const bytes = await download(connection, request, mediaType, (chunk) =>
      attempt(file, () => handle.writeFile(chunk)),
    ).finally(() => handle.close());
    await attempt(file, () => rename(part, target));
    return { file, bytes };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The path to write. Only a regular file may be replaced: never a device such as /dev/null, nor a link to a file. */
async function readTarget(file: string): Promise<string> {
  if (file === '-') throw rejected('--output takes a file name, because stdout is for JSON.');
  try {
    if (!(await stat(file)).isFile()) throw rejected(`--output: ${file} is not a regular file.`);
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return file;
    return await attempt(file, () => Promise.reject(error));
  }
}

/** Runs a step of writing. */
async function attempt<Result>(file: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : rejected(`--output: ${file} cannot be written (${code}).`);
  }
}

/**
 * Reads a response that is such a file.
 * @param write takes its next bytes; no more are read when it answers false
 * @returns the number of bytes
 * @throws CliFailure
 */
export async function download(
  connection: Connection,
  request: ApiRequest,
  mediaType: string,
  write: (chunk: Buffer) => Promise<unknown>,
): Promise<number> {
  const response = await openAnswer(connection, request, mediaType);
  const { statusCode: status = 0, headers } = response;
  const { origin } = new URL(connection.baseUrl);
  // It throws the error.
  if (!isSuccess(status)) await readAnswer(connection, response);
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    response.destroy();
    throw foreignResponse(status, `${origin} responded with status ${status}, but not with ${mediaType}.`);
  }
  let bytes = 0;
  for await (const chunk of receive(origin, response)) {
    bytes += chunk.length;
    if ((await write(chunk)) === false) break;
  }
  return bytes;
}
