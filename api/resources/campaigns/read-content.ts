// Reads the content and the target of a campaign from the body of a request.

import type { GivenContent } from '../../../shared/resources/flows/campaigns/content/given-campaign.ts';
import type { WantedCampaign } from '../../../shared/resources/flows/campaigns/create.ts';
import { changedSettings, UNSET } from '../../../shared/resources/flows/campaigns/settings.ts';
import type { GivenTarget } from '../../../shared/resources/flows/campaigns/target.ts';
import type { CampaignChanges } from '../../../shared/resources/flows/campaigns/update.ts';
import { readMailFields } from '../emails/mail-fields.ts';
import { toGivenPoll } from '../emails/poll-field.ts';
import { findTemplateUse } from '../emails/template-fields.ts';
import { toGivenTest } from './ab-test-field.ts';
import { readSettings, toUtm } from './delivery-fields.ts';
import type { CreateCampaignInput, UpdateCampaignInput } from './input.ts';

/** A new campaign, without its account and its time. */
export function toWanted(body: CreateCampaignInput): Omit<WantedCampaign, 'accountId' | 'send'> {
  const abTest = body.ab_test ? toGivenTest(body.ab_test) : null;
  return {
    name: body.name,
    settings: changedSettings(UNSET, readSettings(body)),
    abTest,
    target: toTarget(body),
    content: toNewContent(body),
  };
}

/** Reads the fields of a change; an absent field keeps its value. */
export function toChanges(body: UpdateCampaignInput): CampaignChanges {
  return {
    name: body.name,
    target: toTarget(body),
    settings: readSettings(body),
    content: toGivenContent(body),
    abTest: body.ab_test && toGivenTest(body.ab_test),
    time: {
      scheduledAt: body.scheduled_at,
      timezone: body.timezone,
      timezoneProperty: body.timezone_property,
    },
    ifUpdatedAt: body.if_updated_at,
  };
}

/** The content of a new campaign. */
function toNewContent(body: CreateCampaignInput): GivenContent {
  return {
    ...readMailFields(body),
    utm: toUtm(body.utm),
    poll: toGivenPoll(body.poll),
    template: findTemplateUse(body),
  };
}

/** The content that a change gives; an absent field keeps its value. */
function toGivenContent(body: UpdateCampaignInput): GivenContent {
  const { template } = body;
  return {
    ...readMailFields(body),
    utm: toUtm(body.utm),
    poll: toGivenPoll(body.poll),
    template: template && findTemplateUse({ template, ...NO_OTHER_NAME }),
  };
}

const NO_OTHER_NAME = { template_id: null, template_alias: null, variables: null };

/** The target of a campaign. */
function toTarget({
  audience_id: audienceId,
  segment_id: segmentId,
  topic_id: topicId,
}: Pick<UpdateCampaignInput, 'audience_id' | 'segment_id' | 'topic_id'>): GivenTarget {
  return { audienceId, segmentId, topicId };
}
