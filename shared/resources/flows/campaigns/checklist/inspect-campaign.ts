// Reads a campaign for its checks: its content if it were sent now, compiled and rendered for the samples, and its
// senders. Inputs that only some moments need are empty here, and added there.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { requireCampaignContents } from '../../../messaging/campaign-contents/find-content.ts';
import { prepareFrozenContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import { POLL_FIELD } from '../../../messaging/polls/define.ts';
import type { CheckedCampaign, InspectedCampaign, InspectedMessage } from './campaign-check.ts';
import { CAMPAIGN_MESSAGE } from './made-message.ts';
import { type CampaignSamples, NO_SAMPLES } from './samples.ts';
import { findSenders } from './senders.ts';

/** The dependencies of looking. */
export interface InspectDeps {
  ids: Ids;
  /** A hostile source takes about ten milliseconds to compile. */
  computer: Computer;
  /** A campaign may be sent from it; undefined: there is none, as in production. */
  developmentDomain: string | undefined;
}

/** The parts of a campaign to read. */
export interface InspectOptions {
  samples?: CampaignSamples;
  /** The contents that become messages; absent: all that its mail says. */
  contents?: readonly CampaignContent[];
  now: Date;
}

/** A campaign of which nothing was read. */
export function uninspected(database: Queryable, campaign: CheckedCampaign, now: Date): InspectedCampaign {
  const { abTest, winner, ratePerHour, timezoneProperty } = campaign;
  return {
    database,
    campaign,
    now,
    test: winner === null ? abTest : null,
    messages: [],
    froms: [],
    newFroms: [],
    senders: { all: [], of: () => undefined, faultOf: () => undefined },
    samples: NO_SAMPLES,
    sendable: undefined,
    month: Number.POSITIVE_INFINITY,
    numbers: undefined,
    asked: { ratePerHour, timezoneProperty, utm: null, poll: null },
    isKnown: () => Promise.resolve(true),
    bodies: new Map(),
    checkSize: () => Promise.resolve([]),
  };
}

/** Looks at what a campaign says, and at its senders. */
export async function inspectCampaign(
  database: Queryable,
  campaign: CheckedCampaign,
  deps: InspectDeps,
  { samples = NO_SAMPLES, contents, now }: InspectOptions,
): Promise<InspectedCampaign> {
  const { accountId, contentId, variantContentIds, winner } = campaign;
  const ids = (winner === null && variantContentIds) || [contentId];
  const said = await requireCampaignContents(database, accountId, ids);
  const messages: InspectedMessage[] = [];
  for (const content of contents ?? said)
    messages.push(await make(database, campaign, content, { ...deps, samples, now }));
  const froms = said.map(({ from }) => from);
  const newFroms = messages.map(({ content }) => content.from);
  const seen = uninspected(database, campaign, now);
  const poll = messages.map(({ made }) => made?.frozen.poll).find(Boolean) ?? null;
  return {
    ...seen,
    messages,
    samples,
    froms,
    newFroms,
    senders: await findSenders(database, accountId, [...froms, ...newFroms], deps.developmentDomain),
    asked: { ...seen.asked, utm: said[0]?.utm ?? null, poll },
  };
}

/** A campaign that has begun has its frozen content, whatever happened to its template. */
async function make(
  database: Queryable,
  { dispatchId, abTest, variantContentIds, winner }: CheckedCampaign,
  content: CampaignContent,
  { ids, computer, samples, now }: InspectDeps & { samples: CampaignSamples; now: Date },
): Promise<InspectedMessage> {
  const { id, accountId } = content;
  const place = winner === null ? (variantContentIds?.indexOf(id) ?? -1) : -1;
  const message = { variant: abTest?.variants[place]?.key, content, made: undefined, unmade: undefined };
  const frozen = dispatchId ? content : await prepareFrozenContent(database, content, { ids, now });
  if (frozen instanceof DomainError) {
    const code = frozen.field === POLL_FIELD ? 'poll_twice' : 'reference_deleted';
    return { ...message, unmade: { code, message: frozen.message, refusal: frozen } };
  }
  try {
    const made = await computer.run(accountId, CAMPAIGN_MESSAGE, frozen, { samples, now });
    return { ...message, made: { frozen, ...made } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...message, unmade: { code: 'syntax_error', message: error.message, refusal: error } };
  }
}
