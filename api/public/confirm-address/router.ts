// The page by which the owner of an address confirms that an account in the sandbox may send to it. It needs neither a key
// nor a sign-in; the token of the mailed link is the right to confirm. GET changes nothing, because mail filters open
// every link; POST confirms, once.
import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { clientNetwork } from '../../../shared/platform/addresses/client-network.ts';
import { isToken } from '../../../shared/resources/foundation/sessions/session.ts';
import {
  confirmByLink,
  findConfirmation,
} from '../../../shared/resources/people/address-confirmations/confirm.ts';
import type { ApiDeps } from '../../deps.ts';
import { inPageSlot } from '../../middleware/account-slots.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { logRouteOnly } from '../../middleware/request-log.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import type { PlainPage } from '../appearance/page.ts';
import { LINK_NOT_VALID_PAGE, renderAddressConfirmed, renderAddressQuestion } from './pages.ts';

/** The path in the mailed link (shared/resources/people/one-time-links/link.ts). */
const PATH = '/confirm-address';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Routes of the page. */
export function confirmAddressRouter(deps: ApiDeps): Router {
  const serve = (request: Request, response: Response) => answer(deps, request, response);
  return Router().use(PATH, logRouteOnly, setRouteLabel(PATH), serve, answerPageFailure(deps.log));
}

async function answer(deps: ApiDeps, request: Request, response: Response): Promise<void> {
  const { token } = request.query;
  const isPage = request.path === '/' && METHODS.has(request.method);
  if (!isPage || typeof token !== 'string' || !isToken(token))
    return sendPage(response, 404, LINK_NOT_VALID_PAGE);
  // Anybody may try tokens: requests of one network wait for each other.
  await inPageSlot(response, clientNetwork(request.ip ?? ''), async () => {
    const page = await makePage(deps, request.method, token);
    sendPage(response, page ? 200 : 404, page ?? LINK_NOT_VALID_PAGE);
  });
}

/** @returns undefined: the link is unknown, used or expired */
async function makePage(
  { database, clock }: ApiDeps,
  method: string,
  token: string,
): Promise<PlainPage | undefined> {
  const link = { token, now: clock.now() };
  if (method !== 'POST') {
    const confirmation = await findConfirmation(database, link);
    return confirmation && renderAddressQuestion(confirmation);
  }
  try {
    return renderAddressConfirmed(await confirmByLink(database, link));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
