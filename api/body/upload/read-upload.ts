// Reads a body that brings a file: multipart with the file, which is stored while it arrives, or JSON with its text.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Background } from '../../../shared/platform/lifecycle/background.ts';
import type { UploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../../shared/platform/storage/uploads.ts';
import { boundedBody } from '../bounded-body.ts';
import { parseJson } from '../read-json-body.ts';
import { type LargeBodyDeps, readLargeJsonBody } from '../read-large-json-body.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { RequestUpload, setUpload } from './request-upload.ts';

/** Bytes of a multipart body apart from its file: fields (multipart.ts) and boundaries. */
const FORM_MAX_BYTES = 2 * 1024 * 1024;

/** The dependencies of the reader. */
export interface UploadDeps extends LargeBodyDeps {
  database: Database;
  attachments: UploadStore;
  background: Background;
}

/** The limits of a body. */
export interface UploadLimits {
  /** Name of the field with the file. */
  field: string;
  fileMaxBytes: number;
  jsonMaxBytes: number;
}

/** Middleware that sets `request.body` to the fields and stores the file (request-upload.ts). */
export function readUpload(deps: UploadDeps, limits: UploadLimits): RequestHandler {
  const { database, attachments, background } = deps;
  const readJson = readLargeJsonBody(deps, limits.jsonMaxBytes);
  return async (request, response, next) => {
    const upload = new RequestUpload(attachments);
    setUpload(request, upload);
    response.once('close', () => {
      background.start(
        `discard an upload ${randomUUID()}`,
        async () => await discardUploads(database, await upload.abandon()),
      );
    });
    const contentType = request.headers['content-type'];
    if (!isMultipart(contentType)) {
      await readJson(request, response, next);
      return;
    }
    const { field, fileMaxBytes } = limits;
    const pieces = boundedBody(request, fileMaxBytes + FORM_MAX_BYTES, () => {});
    const store = (file: AsyncIterable<Buffer>, fileName: string | undefined) => {
      upload.fileName = fileName;
      return upload.write(file);
    };
    const expected = { field, maxBytes: fileMaxBytes, store };
    request.body = await readMultipart(pieces, contentType, expected, parseJson);
    next();
  };
}
