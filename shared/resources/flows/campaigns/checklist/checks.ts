// The checks of a campaign before its mail is sent: what each finds, and the moments at which it is made. To add one, add a row
// here and its cause to test/api/campaigns/check.test.ts (docs/architecture/campaign-check.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import { CAMPAIGNS_UNFINISHED_MAX } from '../../../../contract/limits.ts';
import { notKnownToAll, type WorkerAbility } from '../../../../platform/work/processes/known-to-all.ts';
import { placeOf } from '../../../messaging/checklist/checked-message.ts';
import {
  checkFaults,
  checkSubject,
  variablesWithoutValue,
} from '../../../messaging/checklist/render-checks.ts';
import { refuseMissingPoll } from '../../../messaging/polls/define.ts';
import { refusalOfProblems } from '../../../messaging/templates/check-source.ts';
import { testSizeOf } from '../ab-test/ab-test.ts';
import { IS_UNFINISHED_CAMPAIGN } from '../campaign.ts';
import { findZoneFault } from '../timing/campaign-time.ts';
import type {
  CampaignCheck,
  FoundFaults,
  InspectedCampaign,
  InspectedMessage,
  Moment,
} from './campaign-check.ts';
import { measuredOf } from './senders.ts';
import {
  checkActivity,
  checkBodies,
  checkDmarc,
  checkHtmlSizes,
  checkLackedValues,
  checkManualTest,
  checkPollEnd,
  checkPostalAddress,
  checkUnsubscribing,
} from './warnings.ts';

const BEFORE_SEND: readonly Moment[] = ['checklist', 'send'];
const UNTIL_BEGIN: readonly Moment[] = [...BEFORE_SEND, 'begin'];

export const CHECKS: readonly CampaignCheck[] = [
  { code: 'reference_deleted', at: BEFORE_SEND, find: findDeleted },
  { code: 'sender_not_sendable', field: 'from', at: ['change', ...UNTIL_BEGIN], find: findUnsendable },
  // Codes of their own: `reference_deleted` (the template), `poll_twice` and `syntax_error`.
  { at: ['change', ...UNTIL_BEGIN], findIn: ({ unmade }) => unmade },
  { code: 'variable_missing', at: ['change', ...UNTIL_BEGIN], findIn: findMissingVariables },
  { code: 'render_failed', at: BEFORE_SEND, findIn: ({ made }) => made && checkFaults(made.checked) },
  { code: 'subject_empty', at: BEFORE_SEND, findIn: ({ made }) => made && checkSubject(made.checked) },
  { code: 'poll_missing', at: ['change', ...UNTIL_BEGIN], findIn: findMissingPoll },
  { code: 'web_version_missing', at: ['write', ...UNTIL_BEGIN], findIn: findLinksWithoutPage },
  { code: 'test_unmeasured', field: 'ab_test', at: ['write', ...UNTIL_BEGIN], find: findUnmeasured },
  { code: 'audience_empty', at: BEFORE_SEND, find: findEmptyAudience },
  // What a request asks for, such as time zones: no checklist has it.
  { at: ['change', 'send'], find: findTestByZones },
  { at: ['change', 'send'], find: findFaultOfZones },
  { at: ['change', 'send'], find: findUnknownToWorkers },
  { code: 'test_too_small', field: 'ab_test', at: [...BEFORE_SEND, 'taken'], find: findSmallTest },
  { code: 'monthly_quota_exceeded', at: [...BEFORE_SEND, 'taken'], find: findShortMonth },
  { at: ['send'], find: findUnfinished },
  { code: 'test_unmeasured', field: 'ab_test', at: ['checklist'], find: checkManualTest },
  // Codes of value-checks.ts.
  { at: ['checklist'], findIn: checkLackedValues },
  { code: 'html_too_large', at: ['checklist'], findIn: checkHtmlSizes },
  // Codes of body-checks.ts.
  { at: ['checklist'], findIn: checkBodies },
  { code: 'poll_closed', field: 'poll', at: ['checklist'], findIn: checkPollEnd },
  { code: 'unsubscribe_link_missing', at: ['checklist'], findIn: checkUnsubscribing },
  { code: 'postal_address_missing', at: ['checklist'], findIn: checkPostalAddress },
  { code: 'dmarc_missing', field: 'from', at: ['checklist'], find: checkDmarc },
  { code: 'audience_inactive', at: ['checklist'], find: checkActivity },
];

const FIND_DELETED = `
  SELECT CASE WHEN NOT EXISTS (SELECT FROM audiences WHERE audiences.id = $1 AND audiences.deleted_at IS NULL)
                THEN 'audience'
              WHEN $2::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM segments WHERE segments.id = $2) THEN 'segment'
              WHEN $3::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM topics WHERE topics.id = $3) THEN 'topic'
         END AS deleted`;

/** Things that a draft names may have been deleted in the meantime. */
async function findDeleted({
  database,
  campaign: { audienceId, segmentId, topicId },
}: InspectedCampaign): Promise<FoundFaults> {
  const { rows } = await database.query<{ deleted: 'audience' | 'segment' | 'topic' | null }>({
    name: 'find-deleted-reference-of-campaign',
    text: FIND_DELETED,
    values: [audienceId, segmentId, topicId],
  });
  const deleted = rows[0]?.deleted;
  return deleted
    ? { message: `The ${deleted} of the campaign was deleted.`, field: `${deleted}_id` }
    : undefined;
}

function findUnsendable({ newFroms, senders }: InspectedCampaign): FoundFaults {
  return newFroms.map((from) => senders.faultOf(from));
}

function findMissingVariables({ made }: InspectedMessage): FoundFaults {
  if (!made) return undefined;
  const { checked } = made;
  return variablesWithoutValue(checked).map(({ variable, message }) => ({
    message,
    ...placeOf(checked.source, variable),
    refusal: new DomainError('validation_error', message, { field: `variables.${variable}` }),
  }));
}

function findMissingPoll({ made }: InspectedMessage): FoundFaults {
  if (!made?.usesPoll || made.frozen.poll) return undefined;
  return { message: refuseMissingPoll().message, ...placeOf(made.checked.source, 'POLL') };
}

/** Links to the page of a campaign that has none would lead nowhere. */
function findLinksWithoutPage({ made }: InspectedMessage, { campaign }: InspectedCampaign): FoundFaults {
  const links = campaign.webVersion === 'off' && made ? made.webVersionLinks : [];
  return links.length > 0 ? refusalOfProblems(links) : undefined;
}

/** The deciding metric must be measured in the mail of each variant. A missing domain sends nothing. */
function findUnmeasured({ test, campaign, froms, senders }: InspectedCampaign): FoundFaults {
  if (!test || test.winnerMetric === 'manual') return undefined;
  const [what, flag] =
    test.winnerMetric === 'open_rate'
      ? (['opens', 'open_tracking'] as const)
      : (['clicks', 'click_tracking'] as const);
  const unmeasured = froms
    .flatMap((from) => senders.of(from) ?? [])
    .find((domain) => !measuredOf(campaign, domain)[what]);
  const isLeftOut = campaign.tracking?.[what] === false;
  if (!isLeftOut && !unmeasured) return undefined;
  const why = isLeftOut
    ? 'the `tracking` of the campaign leaves them out'
    : `\`${flag}\` of the domain ${unmeasured?.name} is off`;
  return new DomainError('validation_error', `The test measures ${what}, but ${why}.`, {
    field: 'ab_test',
  });
}

/** Reason → the words for one contact, and for several. */
const LEFT_OUT_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  unsubscribed: ['has unsubscribed', 'have unsubscribed'],
  opted_out: ['has not chosen the topic', 'have not chosen the topic'],
  suppressed: ['is on the suppression list', 'are on the suppression list'],
  reserved: ['is on a reserved domain', 'are on reserved domains'],
  invalid: ['has an invalid address', 'have invalid addresses'],
};

/** Contacts that cannot be found within a few seconds may exist. */
function findEmptyAudience({
  campaign,
  samples: { areKnown, contacts, leftOut },
}: InspectedCampaign): FoundFaults {
  if (!areKnown || contacts.length > 0) return undefined;
  const reasons = Object.entries(leftOut ?? {}).filter(([, count]) => count > 0);
  const words = reasons.map(
    ([reason, count]) => `${count} ${LEFT_OUT_WORDS[reason]?.[count === 1 ? 0 : 1] ?? reason}`,
  );
  const why = words.length > 0 ? `: ${words.join(', ')}` : '';
  const message =
    leftOut && reasons.length === 0
      ? `The ${campaign.segmentId === null ? 'audience' : 'segment'} has no contacts.`
      : `No contact in the audience can receive this campaign${why}.`;
  return { message, count: 0 };
}

function findSmallTest({ test, sendable }: InspectedCampaign): FoundFaults {
  if (!test || sendable === undefined) return undefined;
  const size = testSizeOf(test, sendable);
  const count = test.variants.length;
  if (size >= count) return undefined;
  const message = `The test has ${count} variants, but only ${size} recipients.`;
  return { message, count: sendable };
}

function findShortMonth({ sendable = 0, month }: InspectedCampaign): FoundFaults {
  if (sendable <= month) return undefined;
  const message = `The campaign has ${sendable} recipients, but can use only ${month} emails of this month's quota: a tenth is reserved for other mail.`;
  return { message, count: sendable };
}

/** A test compares mail that is sent in one hour. */
function findTestByZones({ campaign: { abTest, timezoneProperty } }: InspectedCampaign): FoundFaults {
  if (!abTest || timezoneProperty === null) return undefined;
  return new DomainError('validation_error', 'A campaign with `ab_test` cannot have a `timezone_property`.');
}

async function findFaultOfZones({
  database,
  campaign,
  asked: { timezoneProperty },
}: InspectedCampaign): Promise<FoundFaults> {
  return timezoneProperty === null
    ? undefined
    : await findZoneFault(database, campaign.accountId, timezoneProperty);
}

/** Features that workers of the previous release would ignore (docs/architecture/campaign-timing.md#during-an-upgrade). */
const NEEDS: readonly [WorkerAbility, what: string, isNeeded: (seen: InspectedCampaign) => boolean][] = [
  ['counts_variants', 'tests of campaigns', ({ test }) => test !== null],
  [
    'paces_campaigns',
    'the pace, the time zones and the `utm` of campaigns',
    ({ asked: { ratePerHour, timezoneProperty, utm } }) =>
      ratePerHour !== null || timezoneProperty !== null || utm !== null,
  ],
  [
    'knows_polls',
    'polls and versions on the web',
    ({ asked, messages }) =>
      asked.poll !== null || messages.some(({ made }) => made && made.webVersionLinks.length > 0),
  ],
];

async function findUnknownToWorkers(seen: InspectedCampaign): Promise<FoundFaults> {
  for (const [ability, what, isNeeded] of NEEDS)
    if (isNeeded(seen) && !(await seen.isKnown(ability)))
      return new DomainError('validation_error', notKnownToAll(what));
  return undefined;
}

async function findUnfinished({
  database,
  campaign: { accountId },
}: InspectedCampaign): Promise<FoundFaults> {
  const { rows } = await database.query<{ unfinished: number }>({
    name: 'count-unfinished-campaigns',
    text: `SELECT count(*)::integer AS unfinished FROM campaigns
           WHERE account_id = $1 AND ${IS_UNFINISHED_CAMPAIGN}`,
    values: [accountId],
  });
  if ((rows[0]?.unfinished ?? 0) < CAMPAIGNS_UNFINISHED_MAX) return undefined;
  return `The account has ${CAMPAIGNS_UNFINISHED_MAX} unfinished campaigns, which is the limit.`;
}
