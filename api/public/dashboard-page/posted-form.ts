// Answers a form that a page of the dashboard posts into a frame, with a document: this shows contents that are not
// stored. A person who is not signed in, a form of another page and one that is too large get a sentence. Nothing of a
// form is stored.
import { type Request, type Response, Router } from 'express';
import { ERROR_STATUS } from '../../../shared/contract/errors.ts';
import { findCaller, type SessionCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toRefusal } from '../../middleware/errors.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession, hasCsrfToken } from '../../sessions/authenticate-session.ts';
import { sendSentence } from '../email-document.ts';
import { readFields } from '../read-fields.ts';
import { sentenceOf } from '../refusal-sentence.ts';

/** A form of a page of the dashboard. */
export interface PostedForm {
  caller: SessionCaller;
  fields: URLSearchParams;
  request: Request;
  response: Response;
}

interface PostedFormRoute {
  /** Below /app. */
  path: string;
  maxBytes: number;
  /** The answer to a form that is too large. */
  tooLarge: string;
  /** Answers with the document. What it refuses becomes a sentence. */
  show(form: PostedForm): Promise<void>;
}

/** The route of a form. */
export function postedFormRouter(deps: ApiDeps, route: PostedFormRoute): Router {
  const answer = async (request: Request, response: Response) => {
    try {
      const form = await readPostedForm(deps, route, request, response);
      if (form) await route.show(form);
    } catch (error) {
      const refusal = toRefusal(error);
      const isCutOff = request.destroyed && !request.complete;
      if (!refusal || isCutOff) throw error;
      sendSentence(response, refusal.statusCode ?? ERROR_STATUS[refusal.name], sentenceOf(refusal));
    }
  };
  return Router().post(route.path, setRouteLabel(`/app${route.path}`), answer);
}

/** @returns undefined: it is refused, and answered */
async function readPostedForm(
  deps: ApiDeps,
  { maxBytes, tooLarge }: PostedFormRoute,
  request: Request,
  response: Response,
): Promise<PostedForm | undefined> {
  const refuse = (status: number, sentence: string) => {
    sendSentence(response, status, sentence);
    return undefined;
  };
  const isSignedIn = await authenticateSession(deps, request, response, { csrfTokenIn: 'form' });
  const caller = findCaller(request);
  if (!isSignedIn || caller?.kind !== 'session') return refuse(401, 'You are not signed in.');
  const size = Number(request.headers['content-length'] ?? maxBytes);
  if (size > maxBytes) return refuse(413, tooLarge);
  const part = deps.bodyBudget.open(caller.accountId);
  response.once('close', () => part.release());
  await part.take(size);
  const fields = await readFields(request, maxBytes);
  if (!hasCsrfToken(caller, fields.get('csrf_token') ?? ''))
    return refuse(403, 'This page belongs to another session. Reload it.');
  return { caller, fields, request, response };
}
