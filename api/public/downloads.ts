// Downloads of attachments by signed link, without a key or User-Agent. A file can contain anything, so the response
// asks the browser to save it; should it display the file anyway, the response headers keep it from running scripts and
// from learning anything about this service.
import { type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import type { StoredAttachment } from '../../shared/resources/messaging/emails/attachments/attachment.ts';
import { findLinkedAttachment } from '../../shared/resources/messaging/emails/attachments/find.ts';
import { saveAs, writePieces } from '../answer.ts';
import type { ApiDeps } from '../deps.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { attachmentPath } from './attachment-link.ts';

/** Routes of downloads. */
export function downloadsRouter({ database, attachments, links, clock }: ApiDeps): Router {
  const download: RequestHandler = async (request, response) => {
    const id = String(request.params['id']);
    const isGood = isUuidV7(id) && links.isGood(attachmentPath(id), request.query, clock.now());
    const attachment = isGood ? await findLinkedAttachment(database, id) : undefined;
    if (!attachment?.content) throw deadLink();
    writeHead(response, attachment, attachment.content.size);
    if (request.method === 'HEAD') response.end();
    else await writePieces(response, attachments.read(attachment.content));
  };
  return Router().get(attachmentPath(':id'), setRouteLabel(attachmentPath(':id')), download);
}

function deadLink(): DomainError {
  return new DomainError('not_found', 'This link is invalid or has expired. Request a new one.');
}

function writeHead(response: Response, { filename, contentType }: StoredAttachment, size: number): void {
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
