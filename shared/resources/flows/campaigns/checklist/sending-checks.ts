// The checks of a campaign that are cheap and may find errors: they are made when it is sent, too, and an error refuses it.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { ErrorName } from '../../../../contract/errors.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { placeOf } from '../../../messaging/checklist/checked-message.ts';
import {
  errorFinding,
  type Finding,
  type FindingCode,
  findingsOfSource,
  sortFindings,
  warningFinding,
} from '../../../messaging/checklist/finding.ts';
import { checkRendering } from '../../../messaging/checklist/render-checks.ts';
import { refuseMissingPoll } from '../../../messaging/polls/define.ts';
import { refusalOfProblems } from '../../../messaging/templates/check-source.ts';
import type { Campaign } from '../campaign.ts';
import { requireMeasured } from '../testing/require-measured.ts';
import { findSizeFault, testSizeOf } from '../testing/test-size.ts';
import { checkEachMessage, type PreparedCampaign } from './prepare.ts';
import type { CampaignSamples } from './samples.ts';
import { findSenders } from './senders.ts';

/** A check of a campaign. */
type SendingCheck = (
  prepared: PreparedCampaign,
  database: Queryable,
) => readonly Finding[] | Promise<readonly Finding[]>;

const CHECKS: readonly SendingCheck[] = [
  checkReferences,
  checkSender,
  checkMessages,
  checkPoll,
  checkWebVersion,
  checkMeasured,
  checkSendable,
];

/** Makes the checks, one after the other: in a transaction they share its connection. */
export async function findSendingFaults(database: Queryable, prepared: PreparedCampaign): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await check(prepared, database)));
  return sortFindings(findings);
}

/** The names of refusals, but for `validation_error`. */
const REFUSED_AS: Partial<Record<FindingCode, ErrorName>> = {
  monthly_quota_exceeded: 'monthly_quota_exceeded',
};

/** @throws DomainError with the errors among the findings, named after the first one */
export function refuseErrors(findings: readonly Finding[]): void {
  const errors = findings.filter(({ level }) => level === 'error');
  const [first] = errors;
  if (!first) return;
  throw new DomainError(REFUSED_AS[first.code] ?? 'validation_error', first.message, {
    details: { findings: errors },
  });
}

const FIND_DELETED = `
  SELECT CASE WHEN NOT EXISTS (SELECT FROM audiences WHERE audiences.id = $1 AND audiences.deleted_at IS NULL)
                THEN 'audience'
              WHEN $2::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM segments WHERE segments.id = $2) THEN 'segment'
              WHEN $3::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM topics WHERE topics.id = $3) THEN 'topic'
         END AS deleted`;

/** What a draft names may have been deleted since. */
async function checkReferences(
  { campaign: { audienceId, segmentId, topicId } }: PreparedCampaign,
  database: Queryable,
): Promise<Finding[]> {
  const { rows } = await database.query<{ deleted: 'audience' | 'segment' | 'topic' | null }>({
    name: 'find-deleted-reference-of-campaign',
    text: FIND_DELETED,
    values: [audienceId, segmentId, topicId],
  });
  const deleted = rows[0]?.deleted;
  if (!deleted) return [];
  const message = `The ${deleted} of the campaign was deleted.`;
  return [errorFinding('reference_deleted', message, { field: `${deleted}_id` })];
}

async function checkSender(
  { campaign: { accountId }, contents, developmentDomain }: PreparedCampaign,
  database: Queryable,
): Promise<Finding[]> {
  const froms = contents.map(({ from }) => from);
  const { faultOf } = await findSenders(database, accountId, froms, developmentDomain);
  return froms.flatMap((from) => {
    const fault = faultOf(from);
    return fault === undefined ? [] : [errorFinding('sender_not_sendable', fault, { field: 'from' })];
  });
}

function checkMessages(prepared: PreparedCampaign): Finding[] {
  return checkEachMessage(prepared, ({ made, faults }) => [
    ...faults,
    ...(made ? checkRendering(made.checked) : []),
  ]);
}

function checkPoll(prepared: PreparedCampaign): Finding[] {
  return checkEachMessage(prepared, ({ made }) => {
    if (!made?.usesPoll || made.frozen.poll) return [];
    return [errorFinding('poll_missing', refuseMissingPoll().message, placeOf(made.checked.source, 'POLL'))];
  });
}

/** Of a campaign without a page, links to it would lead nowhere. */
function checkWebVersion(prepared: PreparedCampaign): Finding[] {
  if (prepared.campaign.webVersion !== 'off') return [];
  return checkEachMessage(prepared, ({ made }) =>
    made && made.webVersionLinks.length > 0
      ? findingsOfSource(refusalOfProblems(made.webVersionLinks), 'web_version_missing')
      : [],
  );
}

async function checkMeasured(
  { campaign: { accountId, abTest, tracking, winner }, contents }: PreparedCampaign,
  database: Queryable,
): Promise<Finding[]> {
  if (!abTest || winner !== null) return [];
  try {
    await requireMeasured(database, { accountId, tracking, abTest }, contents);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [errorFinding('test_unmeasured', error.message, { field: 'ab_test' })];
  }
}

/** What cannot be found in some seconds may be there. */
function checkSendable({ campaign, samples }: PreparedCampaign): Finding[] {
  if (!samples.areKnown || samples.contacts.length > 0) return [];
  return [errorFinding('audience_empty', emptyWords(campaign, samples), { count: 0 })];
}

/** Reason → what is said of one contact, and of several. */
const LEFT_OUT_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  unsubscribed: ['has unsubscribed', 'have unsubscribed'],
  opted_out: ['has not chosen the topic', 'have not chosen the topic'],
  suppressed: ['is on the suppression list', 'are on the suppression list'],
  reserved: ['is on a reserved domain', 'are on reserved domains'],
  invalid: ['has an address that is none', 'have addresses that are none'],
};

function emptyWords({ segmentId }: Pick<Campaign, 'segmentId'>, { leftOut }: CampaignSamples): string {
  if (!leftOut) return 'No contact of the audience can be sent to.';
  const reasons = Object.entries(leftOut).filter(([, count]) => count > 0);
  if (reasons.length === 0) return `The ${segmentId === null ? 'audience' : 'segment'} has no contacts.`;
  const words = reasons.map(
    ([reason, count]) => `${count} ${LEFT_OUT_WORDS[reason]?.[count === 1 ? 0 : 1] ?? reason}`,
  );
  return `No contact of the audience can be sent to: ${words.join(', ')}.`;
}

/** Whether the month has room for a campaign that is sent now. @param month the emails that are left to campaigns */
export function checkMonth({ month }: { month: number }, sendable: number): Finding[] {
  if (sendable <= month) return [];
  const message = `The campaign has ${sendable} recipients, and may use ${month} emails of this month's quota: a tenth is left to other mail.`;
  return [errorFinding('monthly_quota_exceeded', message, { count: sendable })];
}

export function checkTestSize({ abTest, winner }: Campaign, sendable: number): Finding[] {
  const fault = abTest && winner === null && findSizeFault(abTest, testSizeOf(abTest, sendable));
  return fault ? [errorFinding('test_too_small', fault, { field: 'ab_test', count: sendable })] : [];
}

/** A person who decides a test needs to see how it goes. */
export function checkManualTest(
  { abTest, winner }: Campaign,
  measured: { opens: boolean; clicks: boolean },
): Finding[] {
  if (abTest?.winnerMetric !== 'manual' || winner !== null || measured.opens || measured.clicks) return [];
  const message = 'The campaign tests variants, but neither opens nor clicks of its mail are measured.';
  return [warningFinding('test_unmeasured', message, { field: 'ab_test' })];
}
