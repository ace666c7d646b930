// Reads the body of POST /emails and POST /emails/batch, up to 100 MB of JSON, without the files in memory: their
// contents are decoded while the body arrives (streaming) and written to the store chunk by chunk. The socket is read
// only as fast as the store writes (back-pressure). The rest is parsed with a digest for each content: a small body at
// once, a large one in turns (parse-large-json.ts).
import type { Request, RequestHandler } from 'express';
import { SEND_BODY_MAX_BYTES } from '../../../shared/contract/limits.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Background } from '../../../shared/platform/lifecycle/background.ts';
import type { BudgetPart } from '../../../shared/platform/sharing/byte-budget.ts';
import type { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import type { UploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../../shared/platform/storage/uploads.ts';
import { callerOf } from '../../caller.ts';
import { boundedBody } from '../bounded-body.ts';
import { parseLargeJson } from '../parse-large-json.ts';
import { hasBody, parseJson, readBytes, requireJsonType } from '../read-json-body.ts';
import type { LargeBodyDeps } from '../read-large-json-body.ts';
import { RequestContents, setContents } from './contents.ts';
import { takeContents } from './take-contents.ts';

/** A body up to this size is read into memory at once: nearly all bodies are this small. */
const SMALL_BODY_BYTES = 256 * 1024;
/** The dependencies of the reader. */
export interface EmailBodyDeps extends LargeBodyDeps {
  database: Database;
  attachments: UploadStore;
  background: Background;
}

/** Middleware that sets `request.body` and stores the contents of its attachments (contents.ts). */
export function readEmailBody({
  database,
  attachments,
  background,
  bodyBudget,
  turns,
}: EmailBodyDeps): RequestHandler {
  return async (request, response, next) => {
    const contents = new RequestContents(attachments);
    setContents(request, contents);
    // A Set entry for every request would cost more than reading most of them (api/http/open-answers.ts).
    const part = isSmall(request) ? undefined : bodyBudget.open(callerOf(request).accountId);
    const reading = readBody(request, contents, part, turns);
    response.once('close', () => {
      part?.release();
      const { uploadIds } = contents;
      if (contents.areKept || uploadIds.length === 0) return;
      background.start(`discard-uploads ${uploadIds[0]}`, async () => {
        // A cancelled reader may still be writing its last chunk.
        await reading.catch(() => undefined);
        await discardUploads(database, uploadIds);
      });
    });
    request.body = await reading;
    next();
  };
}

/** Whether the body is small, uncompressed and of known size, so that it can be read at once. */
function isSmall({ headers }: Request): boolean {
  return Number(headers['content-length']) <= SMALL_BODY_BYTES && headers['content-encoding'] === undefined;
}

async function readBody(
  request: Request,
  contents: RequestContents,
  part: BudgetPart | undefined,
  turns: FairTurns,
): Promise<object> {
  if (!hasBody(request)) return {};
  if (!part) return await readSmall(request, contents);
  const rest = await takeContents(boundedBody(request, SEND_BODY_MAX_BYTES), contents, part);
  return await parseLargeJson(rest, turns, callerOf(request).accountId);
}

/** Most bodies have no files and need no scan. */
async function readSmall(request: Request, contents: RequestContents): Promise<object> {
  const bytes = await readBytes(request, SMALL_BODY_BYTES);
  if (bytes.length === 0) return {};
  requireJsonType(request.headers['content-type']);
  // The name of the field may be written with escapes.
  const mayHoldFiles = bytes.includes('attachments') || bytes.includes('\\u');
  if (!mayHoldFiles) return parseJson(bytes);
  const rest = Buffer.concat(await takeContents([bytes], contents));
  return rest.length === 0 ? {} : parseJson(rest, false);
}
