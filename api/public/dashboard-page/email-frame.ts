// The content of an email as a document, for a frame of the dashboard (../email-document.ts).
import { type RequestHandler, Router } from 'express';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import { findEmailContents } from '../../../shared/resources/messaging/emails/find.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { inPageSlot } from '../../middleware/account-slots.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession } from '../../sessions/authenticate-session.ts';
import { sendEmailDocument, sendSentence } from '../email-document.ts';

/** The route of the documents. */
export function emailFrameRouter(deps: ApiDeps): Router {
  const show: RequestHandler = async (request, response) => {
    if (!(await authenticateSession(deps, request, response)))
      return sendSentence(response, 401, 'You are not signed in.');
    const { accountId } = callerOf(request);
    const id = String(request.params['id']);
    await inPageSlot(response, accountId, async () => {
      const contents = isUuidV7(id) ? await findEmailContents(deps, accountId, id) : undefined;
      if (!contents) return sendSentence(response, 404, 'This email does not exist.');
      await sendEmailDocument(deps, response, { id, ...contents }, request.query);
    });
  };
  return Router().get('/frames/emails/:id', setRouteLabel('/app/frames/emails/:id'), show);
}
