// Serves the pages with a form that the links in mails open: GET asks and changes nothing, because mail filters open
// every link; POST does the same as the operation of the API. The form must come from a page of this server (login CSRF:
// another page may not sign a person in as someone else). The token is in the body of the form, not in its URL.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { DomainError } from '../../../shared/contract/domain-error.ts';
import { ERROR_STATUS } from '../../../shared/contract/errors.ts';
import { clientNetwork } from '../../../shared/platform/addresses/client-network.ts';
import type { SignedIn, SignInOrigin } from '../../../shared/resources/people/sign-in/begin.ts';
import type { ApiDeps } from '../../deps.ts';
import { inPageSlot } from '../../middleware/account-slots.ts';
import { toRefusal } from '../../middleware/errors.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { setSignedIn } from '../../resources/auth/answer-signed-in.ts';
import { clientOf } from '../../sessions/authenticate-session.ts';
import { checkSameOrigin } from '../../sessions/same-origin.ts';
import { sendPage } from '../answer-page.ts';
import type { PlainPage } from '../appearance/page.ts';
import { readFields } from '../read-fields.ts';
import { BROKEN_LINK, renderRefusal } from './pages.ts';

/** The values of a rendered form. */
export interface FormState {
  token: string;
  /** The name that was typed before; a password is not repeated. */
  name: string;
  /** Why the form was refused. */
  refusal: DomainError | undefined;
}

/** A page with a form. */
export interface FormPage<About> {
  path: string;
  /** @returns undefined: the link is unknown, used or expired */
  find(deps: ApiDeps, token: string): Promise<About | undefined>;
  render(about: About, state: FormState): PlainPage;
  /** Does what the form asks for. @throws what the operation of the API throws */
  submit(deps: ApiDeps, fields: Record<string, string>, origin: SignInOrigin): Promise<SignedIn>;
}

/** The route of a page. */
export function serveForm<About>(deps: ApiDeps, page: FormPage<About>): Router {
  const { path } = page;
  const show: RequestHandler = (request, response) =>
    answerForm(deps, page, response, { token: String(request.query['token']), name: '', refusal: undefined });
  return Router()
    .get(path, setRouteLabel(`/app${path}`), show)
    .post(path, setRouteLabel(`/app${path}`), (request, response) => submit(deps, page, request, response));
}

async function submit<About>(
  deps: ApiDeps,
  page: FormPage<About>,
  request: Request,
  response: Response,
): Promise<void> {
  const fields = Object.fromEntries(await readFields(request));
  const { token = '', name = '' } = fields;
  try {
    checkSameOrigin(request);
    const origin = { ...clientOf(request), now: deps.clock.now() };
    const signedIn = await page.submit(deps, fields, origin);
    await setSignedIn({ deps, request, response }, signedIn);
    // Relative, so that it works below any path of PUBLIC_URL.
    const next = signedIn.kind === 'challenge' ? 'sign-in/second-factor' : '../app';
    response.set('Cache-Control', 'no-store').redirect(303, next);
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    await answerForm(deps, page, response, { token, name, refusal });
  }
}

/** Anybody may try tokens: requests of one network wait for each other. */
async function answerForm<About>(
  deps: ApiDeps,
  page: FormPage<About>,
  response: Response,
  state: FormState,
): Promise<void> {
  const { token, refusal } = state;
  await inPageSlot(response, clientNetwork(response.req.ip ?? ''), async () => {
    const about = await page.find(deps, token);
    if (!about) return answerWithoutLink(response, refusal);
    if (refusal?.retryAfterSeconds !== undefined)
      response.set('Retry-After', String(refusal.retryAfterSeconds));
    sendPage(response, statusOf(refusal), page.render(about, state));
  });
}

/**
 * A password is stored even if its person is not a member of any account; then the link is used up and there is no
 * session.
 */
function answerWithoutLink(response: Response, refusal: DomainError | undefined): void {
  if (!refusal || refusal.field === 'token') sendPage(response, 404, BROKEN_LINK);
  else sendPage(response, statusOf(refusal), renderRefusal(refusal.message));
}

function statusOf(refusal: DomainError | undefined): number {
  return refusal ? (refusal.statusCode ?? ERROR_STATUS[refusal.name]) : 200;
}
