// The pages of mail on the web: `/view/:token`, as a recipient got it, or as a campaign shows it to everybody. They need
// neither a key nor a User-Agent; the sealed token of the link is the right to read.
import { type Request, type Response, Router } from 'express';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import {
  findPublicWebVersion,
  findWebVersion,
  type NoWebVersion,
  type WebVersionDeps,
} from '../../../shared/resources/flows/web-version/find.ts';
import { WEB_VERSION_PATH } from '../../../shared/resources/messaging/web-versions/link.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { logRouteOnly } from '../../middleware/request-log.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import { answerForSender } from '../sender-page.ts';
import { findShownSettings } from '../shown-settings.ts';
import { BROKEN_LINK_PAGE } from '../unsubscribe/pages.ts';
import { sendWebVersion } from './document.ts';
import { renderNoWebVersion } from './pages.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const STATUSES: Readonly<Record<NoWebVersion, number>> = { off: 404, gone: 410 };

/** Any text may follow the path, so that a broken link is answered by a page too. */
export function webVersionRouter(deps: ApiDeps): Router {
  const { config, preferences, pollLinks, webVersions, trackingTokens } = deps;
  const trackingUrls = createTrackingUrls(config.publicUrl, trackingTokens);
  const shown = { ...deps, messageLinks: { links: preferences, pollLinks, webVersions, trackingUrls } };
  const serve = (request: Request, response: Response) => answer(shown, request, response);
  const label = setRouteLabel(`${WEB_VERSION_PATH}/:token`);
  return Router().use(WEB_VERSION_PATH, logRouteOnly, label, serve, answerPageFailure(deps.log));
}

async function answer(
  deps: ApiDeps & WebVersionDeps,
  { method, path, query }: Request,
  response: Response,
): Promise<void> {
  const target = METHODS.has(method) ? deps.webVersions.open(path.slice(1)) : undefined;
  if (!target) return sendPage(response, 404, BROKEN_LINK_PAGE);
  await answerForSender(deps, response, target.accountId, async () => {
    const isPublic = 'campaignId' in target;
    const found = isPublic ? await findPublicWebVersion(deps, target) : await findWebVersion(deps, target);
    if (typeof found === 'string') {
      const mail = { accountId: target.accountId, emailId: isPublic ? null : target.emailId };
      const page = renderNoWebVersion(found, await findShownSettings(deps.database, mail));
      return sendPage(response, STATUSES[found], page);
    }
    await sendWebVersion(deps, response, found, { isPublic, hasImages: query['images'] === '1' });
  });
}
