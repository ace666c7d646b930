// Routes of /campaigns, and of /broadcasts, the same by the paths of Resend's SDK: create, list, read, change, move, preview
// and test campaigns, and their audience, recipients and figures.
import { BROADCAST_ROWS, CAMPAIGN_OPERATIONS } from '../../../shared/contract/campaigns/operations.ts';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import { leaseTimesOf } from '../../../shared/platform/work/processes/lease-times.ts';
import { findCampaignAudience } from '../../../shared/resources/flows/campaigns/audience/find-audience.ts';
import { checkCampaign } from '../../../shared/resources/flows/campaigns/checklist/check-campaign.ts';
import { createCampaign, duplicateCampaign } from '../../../shared/resources/flows/campaigns/create.ts';
import { deleteCampaign } from '../../../shared/resources/flows/campaigns/delete.ts';
import { showCampaign } from '../../../shared/resources/flows/campaigns/find.ts';
import { listCampaigns } from '../../../shared/resources/flows/campaigns/list.ts';
import { previewCampaign } from '../../../shared/resources/flows/campaigns/previews/preview.ts';
import { sendCampaignTest } from '../../../shared/resources/flows/campaigns/previews/send-test.ts';
import { listClickedLinks } from '../../../shared/resources/flows/campaigns/recipients/clicked-links.ts';
import { listCampaignRecipients } from '../../../shared/resources/flows/campaigns/recipients/list.ts';
import { showCampaignStats } from '../../../shared/resources/flows/campaigns/stats/show-stats.ts';
import { readCampaignTime } from '../../../shared/resources/flows/campaigns/timing/campaign-time.ts';
import { cancelCampaign } from '../../../shared/resources/flows/campaigns/transitions/cancel-campaign.ts';
import { chooseWinner } from '../../../shared/resources/flows/campaigns/transitions/choose-winner.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { sendCampaign } from '../../../shared/resources/flows/campaigns/transitions/send-campaign.ts';
import { updateCampaign } from '../../../shared/resources/flows/campaigns/update.ts';
import { requireTime } from '../../../shared/resources/messaging/emails/schedule-time.ts';
import type { ApiDeps } from '../../deps.ts';
import { answerCheck } from '../../http/answer-check.ts';
import { checkQuery } from '../../input/check-query.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, type Route, route, uuidOf } from '../../route.ts';
import { type TimeInput, toGivenTime } from './delivery-fields.ts';
import {
  chooseWinnerInput,
  createCampaignInput,
  duplicateCampaignInput,
  previewCampaignInput,
  sendCampaignInput,
  testCampaignInput,
  updateCampaignInput,
} from './input.ts';
import {
  type CampaignObjectName,
  toCampaign,
  toCampaignAudience,
  toCampaignItem,
  toCampaignPreview,
  toCampaignRecipient,
  toCampaignStats,
  toClickedLink,
} from './output.ts';
import { clickedLinksQuery, listCampaignsQuery, listRecipientsQuery } from './queries.ts';
import { toChanges, toWanted } from './read-content.ts';

const params = { id: uuidOf('Campaign') };

type Rows = typeof CAMPAIGN_OPERATIONS | typeof BROADCAST_ROWS;
type Asked = Pick<Call<'/campaigns/:id'>, 'deps' | 'caller' | 'params'>;

/** Routes of campaigns. */
export const campaignRoutes: Resource = [
  ...routesOf(CAMPAIGN_OPERATIONS, 'campaign'),
  ...routesOf(BROADCAST_ROWS, 'broadcast'),
];

function routesOf(rows: Rows, object: CampaignObjectName): Route[] {
  return [writingRoutes, copyingRoutes, movingRoutes, readingRoutes].flatMap((make) => make(rows, object));
}

function writingRoutes(rows: Rows, object: CampaignObjectName): Route[] {
  return [
    route(
      rows.createCampaign,
      { body: createCampaignInput },
      async ({ deps, caller: { accountId }, body }) => {
        const now = deps.clock.now();
        const send = body.send ? readCampaignTime(toGivenTime(body), now) : undefined;
        const wanted = { ...toWanted(body), accountId, send };
        return toCampaign(await createCampaign(depsOf(deps), wanted, now), object, deps.webVersions);
      },
      { check: checkTime },
    ),
    route(
      rows.updateCampaign,
      { params, body: updateCampaignInput },
      async (call) => {
        const { deps, body } = call;
        const updated = await updateCampaign(depsOf(deps), pathOf(call), toChanges(body), deps.clock.now());
        return toCampaign(updated, object, deps.webVersions);
      },
      { check: checkGivenTime },
    ),
    route(rows.deleteCampaign, { params }, async (call) => {
      const path = pathOf(call);
      await deleteCampaign(call.deps, path, call.deps.clock.now());
      return { object, id: path.id, deleted: true };
    }),
  ];
}

function copyingRoutes(rows: Rows, object: CampaignObjectName): Route[] {
  return [
    route(rows.duplicateCampaign, { params, body: duplicateCampaignInput }, async (call) => {
      const { deps, body } = call;
      const copied = { ...pathOf(call), followUp: body.audience };
      const copy = await duplicateCampaign(depsOf(deps), copied, deps.clock.now());
      return toCampaign(copy, object, deps.webVersions);
    }),
    route(rows.testCampaign, { params, body: testCampaignInput }, async (call) => {
      const { deps, caller, body } = call;
      const { to, contact_id: contactId, variant } = body;
      const test = { path: pathOf(call), boundDomainId: caller.domainId, to, contactId, variant };
      return { object: 'campaign_test', ids: await sendCampaignTest(depsOf(deps), test, deps.clock.now()) };
    }),
  ];
}

function movingRoutes(rows: Rows, object: CampaignObjectName): Route[] {
  const moved = async (call: Asked, move: typeof pauseCampaign) => {
    const path = pathOf(call);
    await move(call.deps, { ...path, now: call.deps.clock.now() });
    return toCampaign(await showCampaign(call.deps.database, path), object, call.deps.webVersions);
  };
  return [
    route(
      rows.sendCampaign,
      { params, body: sendCampaignInput },
      async (call) => {
        const { deps, body } = call;
        const now = deps.clock.now();
        const send = { ...pathOf(call), ...readCampaignTime(toGivenTime(body), now), now };
        await sendCampaign(depsOf(deps), send);
        return toCampaign(await showCampaign(deps.database, send), object, deps.webVersions);
      },
      { check: checkTime },
    ),
    route(rows.cancelCampaign, { params }, async (call) => await moved(call, cancelCampaign)),
    route(rows.pauseCampaign, { params }, async (call) => await moved(call, pauseCampaign)),
    route(rows.resumeCampaign, { params }, async (call) => await moved(call, resumeCampaign)),
    route(rows.chooseCampaignWinner, { params, body: chooseWinnerInput }, async (call) => {
      const path = pathOf(call);
      const choice = { ...path, variant: call.body.variant, now: call.deps.clock.now() };
      await chooseWinner(call.deps, choice);
      return toCampaign(await showCampaign(call.deps.database, path), object, call.deps.webVersions);
    }),
  ];
}

function readingRoutes(rows: Rows, object: CampaignObjectName): Route[] {
  const listRecipients = (row: Rows['listCampaignRecipients' | 'listCampaignEngagement']) =>
    route(row, { params, query: listRecipientsQuery }, async (call) => {
      const { type, email, bounce_type: bounceType, variant, ...page } = call.query;
      const asked = { ...pathOf(call), type, email, bounceType, variant, page };
      return toList(await listCampaignRecipients(call.deps.database, asked), toCampaignRecipient);
    });
  return [
    route(rows.listCampaigns, { query: listCampaignsQuery }, async ({ deps, caller, query }) => {
      const { q, status, ...page } = query;
      const filters = { q, status };
      return toList(await listCampaigns(deps.database, caller.accountId, page, filters), (campaign) =>
        toCampaignItem(campaign, deps.webVersions),
      );
    }),
    route(rows.getCampaign, { params }, async (call) =>
      toCampaign(await showCampaign(call.deps.database, pathOf(call)), object, call.deps.webVersions),
    ),
    route(rows.previewCampaign, { params, body: previewCampaignInput }, async (call) => {
      const { deps, body } = call;
      const rendering = { path: pathOf(call), contactId: body.contact_id, variant: body.variant };
      return toCampaignPreview(await previewCampaign(deps, rendering, deps.clock.now()));
    }),
    route(rows.checkCampaign, { params, query: checkQuery }, async (call) => {
      const { deps } = call;
      const trackingUrls = createTrackingUrls(deps.config.publicUrl, deps.trackingTokens);
      const checking = { ...depsOf(deps), links: deps.preferences, trackingUrls };
      return await answerCheck(call, 'campaign_check', () =>
        checkCampaign(checking, pathOf(call), deps.clock.now()),
      );
    }),
    route(rows.getCampaignAudience, { params }, async (call) => {
      const { deps } = call;
      const asked = { ...pathOf(call), now: deps.clock.now() };
      return toCampaignAudience(asked.id, await findCampaignAudience(depsOf(deps), asked));
    }),
    route(rows.getCampaignStats, { params }, async (call) => {
      return toCampaignStats(await showCampaignStats(call.deps.database, pathOf(call)));
    }),
    listRecipients(rows.listCampaignRecipients),
    listRecipients(rows.listCampaignEngagement),
    route(rows.listCampaignClickedLinks, { params, query: clickedLinksQuery }, async (call) => {
      const links = await listClickedLinks(call.deps.database, { ...pathOf(call), page: call.query });
      return toList(links, toClickedLink);
    }),
  ];
}

function pathOf({ caller, params: { id } }: Asked) {
  return { accountId: caller.accountId, id };
}

function depsOf(deps: ApiDeps) {
  const { simulatorDomains, developmentDomain, leaseRenewMs } = deps.config;
  return {
    ...deps,
    simulatorDomains,
    developmentDomain,
    deadAfterMs: leaseTimesOf(leaseRenewMs).deadAfterMs,
  };
}

function checkTime({ deps, body }: { deps: ApiDeps; body: TimeInput }): void {
  readCampaignTime(toGivenTime(body), deps.clock.now());
}

/** Checks the time of a change as far as possible without the time zone of the campaign. */
function checkGivenTime({ deps, body }: { deps: ApiDeps; body: TimeInput }): void {
  if (!body.scheduled_at) return;
  if (body.timezone) checkTime({ deps, body });
  else requireTime(body.scheduled_at, deps.clock.now());
}
