// Opens a file, or stdin, for an upload: as a multipart/form-data body (RFC 7578) whose fields precede the file. A file
// has a Content-Length; stdin and named pipes are sent in chunks, because their size is unknown.
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { UploadSpec } from '../description.ts';
import { rejected } from '../failure.ts';
import type { Stdin } from '../read-input.ts';
import type { Progress } from './progress.ts';
import type { StreamedBody } from './send-body.ts';

/** What is uploaded. */
interface Upload {
  spec: UploadSpec;
  /** Path of the file, `-` for stdin. */
  file: string;
  /** The other fields of the body. */
  fields: Readonly<Record<string, unknown>>;
}

/** An open file. */
interface Source {
  stream: Readable;
  /** Undefined: unknown before its end. */
  sizeBytes: number | undefined;
}

const MEGABYTE = 1_000_000;

/** Opens the file. @throws CliFailure when it cannot be read */
export async function openUpload(upload: Upload, stdin: Stdin, progress: Progress): Promise<StreamedBody> {
  const { spec, file } = upload;
  const flag = `--${spec.field}`;
  const boundary = `posthorn-${randomUUID()}`;
  const head = Buffer.from(writeHead(upload, boundary));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const source = file === '-' ? { stream: stdin, sizeBytes: undefined } : await openFile(flag, file);
  const { stream, sizeBytes } = source;
  async function* chunks() {
    yield head;
    yield* readSource(`${flag}: ${file}`, source, progress);
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: sizeBytes === undefined ? undefined : head.length + sizeBytes + tail.length,
    chunks: chunks(),
    cancel: () => void stream.destroy(),
  };
}

/** All of the body that precedes the content of the file. */
function writeHead({ spec, file, fields }: Upload, boundary: string): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const head = [`Content-Disposition: form-data; name="${escapeName(name)}"`];
    const isJson = spec.jsonFields.includes(name);
    if (isJson) head.push('Content-Type: application/json');
    return [...head, '', isJson ? JSON.stringify(value) : String(value)];
  });
  const filename = file === '-' ? 'stdin' : path.basename(file);
  const disposition = `form-data; name="${escapeName(spec.field)}"; filename="${escapeName(filename)}"`;
  parts.push([`Content-Disposition: ${disposition}`, `Content-Type: ${spec.mediaType}`, '', '']);
  return parts.map((lines) => `--${boundary}\r\n${lines.join('\r\n')}`).join('\r\n');
}

/** The escapes of browsers: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

/** Opens a file. @param flag for the error message @throws CliFailure when it cannot be read */
export async function openFile(flag: string, file: string): Promise<Source> {
  try {
    const handle = await open(file);
    const stats = await handle.stat();
    if (stats.isDirectory()) {
      await handle.close();
      throw rejected(`${flag}: ${file} is a directory.`);
    }
    return { stream: handle.createReadStream(), sizeBytes: stats.isFile() ? stats.size : undefined };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : rejected(`${flag}: ${file} cannot be read (${code}).`);
  }
}

/**
 * @param name of the source, for error messages @throws CliFailure when it cannot be read, or changes while it is read
 */
async function* readSource(
  name: string,
  { stream, sizeBytes }: Source,
  progress: Progress,
): AsyncGenerator<Buffer> {
  let readBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = Buffer.from(chunk);
      readBytes += bytes.length;
      // More bytes than the announced Content-Length would be the next request to the server.
      if (readBytes > (sizeBytes ?? Number.POSITIVE_INFINITY)) break;
      yield bytes;
      progress.show(describeProgress(readBytes, sizeBytes));
    }
  } catch (error) {
    throw rejected(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (sizeBytes !== undefined && readBytes !== sizeBytes)
    throw rejected(`${name} changed while it was being uploaded.`);
}

function describeProgress(sentBytes: number, totalBytes: number | undefined): string {
  const sent = Math.floor(sentBytes / MEGABYTE);
  if (totalBytes === undefined) return `Uploading: ${sent} MB`;
  const percent = Math.floor((sentBytes / totalBytes) * 100);
  return `Uploading: ${percent} %, ${sent} of ${Math.ceil(totalBytes / MEGABYTE)} MB`;
}
