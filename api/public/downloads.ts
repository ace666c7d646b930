// Downloads by signed link, without a key or User-Agent: attachments, received messages, their files, and reports. A
// file can contain anything, so the response asks the browser to save it; should it display the file anyway, the
// response headers keep it from running scripts and from learning anything about this service.
import { type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { isAttachableType } from '../../shared/mail/content-types.ts';
import type { Queryable } from '../../shared/platform/db/connect.ts';
import type { StoredContent, UploadStore } from '../../shared/platform/storage/upload-store.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { isAccountGone } from '../../shared/resources/flows/account-deletions/deletion.ts';
import { findLinkedAttachment } from '../../shared/resources/messaging/emails/attachments/find.ts';
import { findLinkedReceivedAttachment } from '../../shared/resources/messaging/receiving/attachments.ts';
import { findLinkedRaw } from '../../shared/resources/messaging/receiving/raw.ts';
import { findLinkedReport } from '../../shared/resources/messaging/receiving/reports.ts';
import { saveAs, writePieces } from '../answer.ts';
import type { ApiDeps } from '../deps.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import {
  attachmentPath,
  receivedAttachmentPath,
  receivedEmailPath,
  reportPath,
} from '../resources/emails/attachments/attachment-link.ts';

/** A file of a link. */
interface LinkedFile {
  accountId: string;
  filename: string;
  contentType: string;
  content: StoredContent;
}

/** @returns undefined: it does not exist any more */
type FindLinked = (database: Queryable, id: string) => Promise<LinkedFile | undefined>;

/** Routes of downloads. */
export function downloadsRouter(deps: ApiDeps): Router {
  const router = Router();
  const serve = (pathOf: (id: string) => string, store: UploadStore, find: FindLinked) =>
    router.get(pathOf(':id'), setRouteLabel(pathOf(':id')), download(deps, pathOf, store, find));
  serve(attachmentPath, deps.attachments, findAttachment);
  serve(receivedAttachmentPath, deps.received, findReceivedAttachment);
  serve(receivedEmailPath, deps.received, messageBy(findLinkedRaw));
  serve(reportPath, deps.received, messageBy(findLinkedReport));
  return router;
}

function download(
  { database, links, clock }: ApiDeps,
  pathOf: (id: string) => string,
  store: UploadStore,
  find: FindLinked,
): RequestHandler {
  return async (request, response) => {
    const id = String(request.params['id']);
    const isGood = isUuidV7(id) && links.isGood(pathOf(id), request.query, clock.now());
    const file = isGood ? await find(database, id) : undefined;
    if (!file || (await isAccountGone(database, file.accountId))) throw deadLink();
    writeHead(response, file);
    if (request.method === 'HEAD') response.end();
    else await writePieces(response, store.read(file.content));
  };
}

const findAttachment: FindLinked = async (database, id) => {
  const found = await findLinkedAttachment(database, id);
  return found?.content ? { ...found, content: found.content } : undefined;
};

/** The sender wrote name and type: a type that is none could not be a header. */
const findReceivedAttachment: FindLinked = async (database, id) => {
  const found = await findLinkedReceivedAttachment(database, id);
  if (!found) return undefined;
  const { accountId, filename, contentType, storedId, size } = found;
  return {
    accountId,
    filename: filename ?? 'attachment',
    contentType: isAttachableType(contentType) ? contentType : 'application/octet-stream',
    content: { id: storedId, size },
  };
};

function messageBy(find: typeof findLinkedRaw): FindLinked {
  return async (database, id) => {
    const found = await find(database, id);
    if (!found) return undefined;
    const { accountId, ...content } = found;
    return { accountId, filename: `${id}.eml`, contentType: 'message/rfc822', content };
  };
}

function deadLink(): DomainError {
  return new DomainError('not_found', 'This link is invalid or has expired. Request a new one.');
}

function writeHead(response: Response, { filename, contentType, content: { size } }: LinkedFile): void {
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': size,
    'Content-Disposition': saveAs(filename),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
  });
}
