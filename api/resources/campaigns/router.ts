// Routes of /campaigns, and of /broadcasts, the same by the paths of Resend's SDK: create, list, read, change, move, preview
// and test campaigns, and their audience, recipients and figures.
import { BROADCAST_ROWS, CAMPAIGN_OPERATIONS } from '../../../shared/contract/campaigns/operations.ts';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { leaseTimesOf } from '../../../shared/platform/work/processes/lease-times.ts';
import { findCampaignAudience } from '../../../shared/resources/flows/campaigns/audience/find-audience.ts';
import { checkCampaign } from '../../../shared/resources/flows/campaigns/checklist/check-campaign.ts';
import { createCampaign, duplicateCampaign } from '../../../shared/resources/flows/campaigns/create.ts';
import { deleteCampaign } from '../../../shared/resources/flows/campaigns/delete.ts';
import { showCampaign } from '../../../shared/resources/flows/campaigns/find.ts';
import { CAMPAIGN_LIST } from '../../../shared/resources/flows/campaigns/list.ts';
import { cancelCampaign } from '../../../shared/resources/flows/campaigns/moves/cancel-campaign.ts';
import { chooseWinner } from '../../../shared/resources/flows/campaigns/moves/choose-winner.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/moves/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/moves/resume-campaign.ts';
import { sendCampaign } from '../../../shared/resources/flows/campaigns/moves/send-campaign.ts';
import { listClickedLinks } from '../../../shared/resources/flows/campaigns/recipients/clicked-links.ts';
import { listCampaignRecipients } from '../../../shared/resources/flows/campaigns/recipients/list.ts';
import { previewCampaign } from '../../../shared/resources/flows/campaigns/showing/preview.ts';
import { sendCampaignTest } from '../../../shared/resources/flows/campaigns/showing/send-test.ts';
import { showCampaignStats } from '../../../shared/resources/flows/campaigns/stats/show-stats.ts';
import { readCampaignTime } from '../../../shared/resources/flows/campaigns/timing/campaign-time.ts';
import { updateCampaign } from '../../../shared/resources/flows/campaigns/update.ts';
import { requireTime } from '../../../shared/resources/messaging/emails/schedule-time.ts';
import type { ApiDeps } from '../../deps.ts';
import { answerCheck } from '../../http/answer-check.ts';
import { checkQuery } from '../../input/check-query.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, type Route, route, uuidOf } from '../../route.ts';
import { toGivenTest } from './ab-test-field.ts';
import { type TimeInput, toGivenTime } from './delivery-fields.ts';
import {
  chooseWinnerInput,
  clickedLinksQuery,
  createCampaignInput,
  duplicateCampaignInput,
  listCampaignsQuery,
  listRecipientsQuery,
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
import { toGivenContent, toNewContent, toTarget } from './read-content.ts';

const params = { id: uuidOf('Campaign') };

type Rows = typeof CAMPAIGN_OPERATIONS | typeof BROADCAST_ROWS;
type Asked = Pick<Call<'/campaigns/:id'>, 'deps' | 'caller' | 'params'>;

/** Routes of campaigns. */
export const campaignRoutes: Resource = [
  ...routesOf(CAMPAIGN_OPERATIONS, 'campaign'),
  ...routesOf(BROADCAST_ROWS, 'broadcast'),
];

function routesOf(rows: Rows, object: CampaignObjectName): Route[] {
  return [...writingRoutes(rows, object), ...movingRoutes(rows, object), ...readingRoutes(rows, object)];
}

function writingRoutes(rows: Rows, object: CampaignObjectName): Route[] {
  return [
    route(
      rows.createCampaign,
      { body: createCampaignInput },
      async ({ deps, caller: { accountId }, body }) => {
        const now = deps.clock.now();
        const { name, tracking = null, send, rate_per_hour: ratePerHour = null } = body;
        const abTest = body.ab_test ? toGivenTest(body.ab_test) : null;
        const content = toNewContent(body);
        const wanted = { accountId, name, tracking, ratePerHour, abTest, target: toTarget(body), content };
        const sending = send ? readCampaignTime(toGivenTime(body), now) : undefined;
        return toCampaign(await createCampaign(depsOf(deps), { ...wanted, send: sending }, now), object);
      },
      { check: checkTime },
    ),
    route(
      rows.updateCampaign,
      { params, body: updateCampaignInput },
      async (call) => {
        const { deps, body } = call;
        const now = deps.clock.now();
        const changes = {
          name: body.name,
          target: toTarget(body),
          tracking: body.tracking,
          content: toGivenContent(body),
          abTest: body.ab_test && toGivenTest(body.ab_test),
          ratePerHour: body.rate_per_hour,
          time: {
            scheduledAt: body.scheduled_at,
            timezone: body.timezone,
            timezoneProperty: body.timezone_property,
          },
          ifUpdatedAt: body.if_updated_at,
        };
        return toCampaign(await updateCampaign(depsOf(deps), pathOf(call), changes, now), object);
      },
      { check: checkGivenTime },
    ),
    route(rows.deleteCampaign, { params }, async (call) => {
      const path = pathOf(call);
      await deleteCampaign(call.deps, path, call.deps.clock.now());
      return { object, id: path.id, deleted: true };
    }),
    route(rows.duplicateCampaign, { params, body: duplicateCampaignInput }, async (call) => {
      const { deps, body } = call;
      const copied = { ...pathOf(call), followUp: body.audience };
      return toCampaign(await duplicateCampaign(depsOf(deps), copied, deps.clock.now()), object);
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
    return toCampaign(await showCampaign(call.deps.database, path), object);
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
        return toCampaign(await showCampaign(deps.database, send), object);
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
      return toCampaign(await showCampaign(call.deps.database, path), object);
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
      return toList(
        await findPageOf(deps.database, CAMPAIGN_LIST, caller.accountId, page, filters),
        toCampaignItem,
      );
    }),
    route(rows.getCampaign, { params }, async (call) =>
      toCampaign(await showCampaign(call.deps.database, pathOf(call)), object),
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
  const { simulatorDomains, leaseRenewMs } = deps.config;
  return { ...deps, simulatorDomains, deadAfterMs: leaseTimesOf(leaseRenewMs).deadAfterMs };
}

function checkTime({ deps, body }: { deps: ApiDeps; body: TimeInput }): void {
  readCampaignTime(toGivenTime(body), deps.clock.now());
}

/** Of a change, as far as it can be read without the time zone of the campaign. */
function checkGivenTime({ deps, body }: { deps: ApiDeps; body: TimeInput }): void {
  if (!body.scheduled_at) return;
  if (body.timezone) checkTime({ deps, body });
  else requireTime(body.scheduled_at, deps.clock.now());
}
