// Shows html that a page of the dashboard has not stored, such as a template while it is written: the page posts it as a form
// into a frame, and it is answered as the document of an email would be (../email-document.ts).
import type { Router } from 'express';
import type { ApiDeps } from '../../deps.ts';
import { htmlDocument, sendDocument, sendSentence } from '../email-document.ts';
import { type PostedForm, postedFormRouter } from './posted-form.ts';

/** Twice the size of a rendered template. */
const HTML_MAX_BYTES = 2 * 1024 * 1024;
/** A form writes an octet with three characters; the rest is the token. */
const FORM_MAX_BYTES = 3 * HTML_MAX_BYTES + 1024;
const TOO_LARGE = 'This HTML is larger than 2 MB, so it cannot be shown.';

/** The route of the documents. */
export function documentFrameRouter(deps: ApiDeps): Router {
  return postedFormRouter(deps, {
    path: '/frames/document',
    maxBytes: FORM_MAX_BYTES,
    tooLarge: TOO_LARGE,
    show: (form) => showDocument(deps, form),
  });
}

async function showDocument(deps: ApiDeps, { fields, request, response }: PostedForm): Promise<void> {
  const html = fields.get('html') ?? '';
  if (Buffer.byteLength(html) > HTML_MAX_BYTES) return sendSentence(response, 413, TOO_LARGE);
  const document = await htmlDocument(deps, { id: null, html });
  sendDocument(response, 200, document, { loadsRemoteImages: request.query['images'] === '1' });
}
