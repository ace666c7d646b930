// Prepares a campaign for its checks: what it would say if it were sent now, compiled and rendered for the samples. What
// cannot be prepared is a finding.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { requireCampaignContents } from '../../../messaging/campaign-contents/find-content.ts';
import { prepareFrozenContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import { errorFinding, type Finding, findingsOfSource } from '../../../messaging/checklist/finding.ts';
import { POLL_FIELD } from '../../../messaging/polls/define.ts';
import type { Campaign } from '../campaign.ts';
import { CAMPAIGN_MESSAGE, type MadeMessage } from './made-message.ts';
import type { CampaignSamples } from './samples.ts';

/** What preparing needs. */
export interface PrepareDeps {
  ids: Ids;
  /** A hostile source takes some ten milliseconds to compile. */
  computer: Computer;
  /** A campaign may be sent from it; undefined: there is none, as in production. */
  developmentDomain: string | undefined;
}

/** Something that a campaign says: all of it, or a variant of its test. */
export interface PreparedMessage {
  /** The key of the variant; undefined: it tests nothing. */
  variant: string | undefined;
  from: string;
  /** Undefined: `faults` says why it cannot be rendered. */
  made: MadeMessage | undefined;
  faults: readonly Finding[];
}

/** A campaign that is checked. */
export interface PreparedCampaign {
  campaign: Campaign;
  samples: CampaignSamples;
  contents: readonly CampaignContent[];
  messages: readonly PreparedMessage[];
  developmentDomain: string | undefined;
  now: Date;
}

/** Prepares a campaign. What has begun says what was frozen, whatever became of its template. */
export async function prepareCampaign(
  database: Queryable,
  campaign: Campaign,
  { samples, now, ...deps }: PrepareDeps & { samples: CampaignSamples; now: Date },
): Promise<PreparedCampaign> {
  const { abTest, variantContentIds, contentId, winner } = campaign;
  const isTest = variantContentIds !== null && winner === null;
  const contents = await requireCampaignContents(
    database,
    campaign.accountId,
    isTest ? variantContentIds : [contentId],
  );
  const messages: PreparedMessage[] = [];
  for (const [place, content] of contents.entries()) {
    const frozen = campaign.dispatchId
      ? content
      : await prepareFrozenContent(database, content, { ids: deps.ids, now });
    const variant = isTest ? abTest?.variants[place]?.key : undefined;
    messages.push({ variant, from: content.from, ...(await make(frozen, { samples, now, ...deps })) });
  }
  const { developmentDomain } = deps;
  return { campaign, samples, contents, messages, developmentDomain, now };
}

type Making = PrepareDeps & { samples: CampaignSamples; now: Date };

async function make(
  frozen: CampaignContent | DomainError,
  making: Making,
): Promise<Pick<PreparedMessage, 'made' | 'faults'>> {
  if (frozen instanceof DomainError) {
    const code = frozen.field === POLL_FIELD ? 'poll_twice' : 'reference_deleted';
    return { made: undefined, faults: [errorFinding(code, frozen.message)] };
  }
  try {
    const { samples, now, computer } = making;
    const made = await computer.run(frozen.accountId, CAMPAIGN_MESSAGE, frozen, { samples, now });
    return { made: { frozen, ...made }, faults: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { made: undefined, faults: findingsOfSource(error) };
  }
}

/** Checks each message. What is found in all variants of a test is said once, the rest with the variants. */
export function checkEachMessage(
  { messages }: PreparedCampaign,
  check: (message: PreparedMessage) => readonly Finding[],
): Finding[] {
  const found = messages.map((message) => ({ message, findings: check(message) }));
  const keysOf = new Map<string, { finding: Finding; variants: (string | undefined)[] }>();
  for (const { message, findings } of found)
    for (const finding of findings) {
      const key = JSON.stringify(finding);
      const known = keysOf.get(key) ?? { finding, variants: [] };
      known.variants.push(message.variant);
      keysOf.set(key, known);
    }
  return [...keysOf.values()].map(({ finding, variants }) =>
    new Set(variants).size === messages.length
      ? finding
      : { ...finding, message: `In the variant ${[...new Set(variants)].join(' and ')}: ${finding.message}` },
  );
}
