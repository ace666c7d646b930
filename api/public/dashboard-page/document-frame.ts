// Shows html that a page of the dashboard has not stored, such as a template while it is written: the page posts it as a form
// into a frame, and it is answered as the document of an email would be (../email-document.ts). Nothing of it is kept.
import type { Request, Response } from 'express';
import { Router } from 'express';
import { ERROR_STATUS } from '../../../shared/contract/errors.ts';
import { findCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toRefusal } from '../../middleware/errors.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession, hasCsrfToken } from '../../sessions/authenticate-session.ts';
import { htmlDocument, sendDocument, sendSentence } from '../email-document.ts';
import { readFields } from '../read-fields.ts';

/** Twice the size of a rendered template. */
const HTML_MAX_BYTES = 2 * 1024 * 1024;
/** A form writes an octet with three characters; the rest is the token. */
const FORM_MAX_BYTES = 3 * HTML_MAX_BYTES + 1024;

/** The route of the documents. */
export function documentFrameRouter(deps: ApiDeps): Router {
  const show = async (request: Request, response: Response) => {
    try {
      await showDocument(deps, request, response);
    } catch (error) {
      const refusal = toRefusal(error);
      if (!refusal || request.destroyed) throw error;
      sendSentence(response, refusal.statusCode ?? ERROR_STATUS[refusal.name], refusal.message);
    }
  };
  return Router().post('/frames/document', setRouteLabel('/app/frames/document'), show);
}

async function showDocument(deps: ApiDeps, request: Request, response: Response): Promise<void> {
  const isSignedIn = await authenticateSession(deps, request, response, { csrfTokenIn: 'form' });
  const caller = findCaller(request);
  if (!isSignedIn || caller?.kind !== 'session') return sendSentence(response, 401, 'You are not signed in.');
  const size = Number(request.headers['content-length'] ?? FORM_MAX_BYTES);
  if (size > FORM_MAX_BYTES) return sendTooLarge(response);
  const part = deps.bodyBudget.open(caller.accountId);
  response.once('close', () => part.release());
  await part.take(size);
  const fields = await readFields(request, FORM_MAX_BYTES);
  if (!hasCsrfToken(caller, fields.get('csrf_token') ?? ''))
    return sendSentence(response, 403, 'This page is of another session. Load it again.');
  const html = fields.get('html') ?? '';
  if (Buffer.byteLength(html) > HTML_MAX_BYTES) return sendTooLarge(response);
  const document = await htmlDocument(deps, { id: null, html });
  sendDocument(response, 200, document, { loadsRemoteImages: request.query['images'] === '1' });
}

function sendTooLarge(response: Response): void {
  sendSentence(response, 413, 'This HTML is larger than 2 MB, so it is not shown.');
}
