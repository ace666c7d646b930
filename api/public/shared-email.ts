// The page of a shared link: shows an email as its recipient would see it. The HTML of the email is untrusted, so it is in
// a frame, as the document that the dashboard shows too (email-document.ts): nothing runs or reaches the network (XSS).
import { type Request, type RequestHandler, Router } from 'express';
import { asksForRemoteContent } from '../../shared/contract/emails/remote-content.ts';
import { withoutRecipientLinks } from '../../shared/mail/recipient-links/recipient-links.ts';
import { clientNetwork } from '../../shared/platform/addresses/client-network.ts';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { isAccountGone } from '../../shared/resources/flows/account-deletions/deletion.ts';
import { findSharedEmail, type SharedEmail } from '../../shared/resources/messaging/emails/find-shared.ts';
import type { ApiDeps } from '../deps.ts';
import { inPageSlot } from '../middleware/account-slots.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { SHARED_EMAILS_PATH, sharedEmailPath } from '../resources/emails/share/output.ts';
import { answerPageFailure, sendPage } from './answer-page.ts';
import { type PlainPage, receiverPage } from './appearance/page.ts';
import { FRAME_SANDBOX, sendEmailDocument, sendSentence } from './email-document.ts';
import { findShownSettings } from './shown-settings.ts';

type Query = Request['query'];

/** Routes of shared emails: the page, and the document in its frame, which the same link opens. */
export function sharedEmailRouter(deps: ApiDeps): Router {
  const find = async (request: Request): Promise<SharedEmail | undefined> => {
    const { clock, links } = deps;
    const id = String(request.params['id']);
    const isGood = isUuidV7(id) && links.isGood(sharedEmailPath(id), request.query, clock.now());
    const email = isGood ? await findSharedEmail(deps, id) : undefined;
    return email && !(await isAccountGone(deps.database, email.accountId)) ? email : undefined;
  };
  const showPage: RequestHandler = async (request, response) => {
    const email = await find(request);
    if (!email) return sendPage(response, 404, NOT_FOUND);
    const { accountId, id: emailId } = email;
    const { senderName } = await findShownSettings(deps.database, { accountId, emailId });
    sendPage(response, 200, pageOf(email, senderName, request.query));
  };
  const showDocument: RequestHandler = (request, response) =>
    inPageSlot(response, clientNetwork(request.ip ?? ''), async () => {
      const email = await find(request);
      if (!email) return sendSentence(response, 404, 'This link is not available.');
      await sendEmailDocument(deps, response, email, request.query);
    });
  const page = sharedEmailPath(':id');
  return (
    Router()
      .get(page, setRouteLabel(page), showPage)
      .get(`${page}/frame`, setRouteLabel(`${page}/frame`), showDocument)
      // Without the id, which may be what cannot be decoded.
      .use(SHARED_EMAILS_PATH, answerPageFailure(deps.log))
  );
}

function pageOf(email: SharedEmail, name: string | null, query: Query): PlainPage {
  const { subject, from, to, createdAt } = email;
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Date', createdAt.toUTCString()],
  ].map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`);
  const parts = [`<dl>${facts.join('')}</dl>`, bodyOf(email, query)];
  return receiverPage(subject, parts, { sender: { name }, showsDocument: true });
}

/** Relative links, so that they work below any path of PUBLIC_URL. */
function bodyOf({ id, html, text }: SharedEmail, { expires, signature, images }: Query): string {
  if (!html) return `<pre>${escapeHtml(withoutRecipientLinks(text ?? ''))}</pre>`;
  const link = new URLSearchParams({ expires: String(expires), signature: String(signature) });
  const withImages = escapeAttribute(`?${link}&images=1`);
  const isAsked = images === '1';
  const offer = `<p>Remote images are blocked, because loading them would show their servers that you opened this email. <a href="${withImages}">Load remote images</a></p>`;
  const src = `${id}/frame${isAsked ? withImages : escapeAttribute(`?${link}`)}`;
  return `${asksForRemoteContent(html) && !isAsked ? offer : ''}<iframe sandbox="${FRAME_SANDBOX}" referrerpolicy="no-referrer" title="The email" src="${src}"></iframe>`;
}

const NOT_FOUND = receiverPage('This link is not available', ['<p>It has expired or is incomplete.</p>']);
