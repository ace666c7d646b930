// What a campaign needs to be sent: it is a draft, and the checks of its checklist that are made before each send find no error.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Campaign } from '../campaign.ts';
import { type PrepareDeps, prepareCampaign } from '../checklist/prepare.ts';
import type { CampaignSamples } from '../checklist/samples.ts';
import { findSendingFaults, refuseErrors } from '../checklist/sending-checks.ts';
import { readOfCampaign, requireCampaign } from '../find.ts';
import { type CampaignMove, refusalOfStatus } from './campaign-move.ts';
import type { AskedByContent } from './require-known.ts';

/** What the check needs. */
export type SendableDeps = PrepareDeps;

/** @throws DomainError `not_found`; `validation_error` for a campaign that is none */
export async function requireDraft(database: Queryable, move: CampaignMove): Promise<Campaign> {
  return refuseUnlessDraft(await requireCampaign(database, move));
}

function refuseUnlessDraft(campaign: Campaign): Campaign {
  if (campaign.status !== 'draft') throw refusalOfStatus(campaign.status, 'sent');
  return campaign;
}

/** A campaign that may be sent. */
export interface SendableCampaign {
  campaign: Campaign;
  asked: AskedByContent;
}

/** @returns it, and what it asks of workers by what it says @throws DomainError as `requireDraft` and `refuseErrors` */
export async function requireSendableCampaign(
  database: Queryable,
  move: CampaignMove,
  deps: SendableDeps & { samples: CampaignSamples },
): Promise<SendableCampaign> {
  const prepared = await readOfCampaign(database, move, (campaign) =>
    prepareCampaign(database, refuseUnlessDraft(campaign), { ...deps, now: move.now }),
  );
  refuseErrors(await findSendingFaults(database, prepared));
  const linksWebVersion = prepared.messages.some(({ made }) => made && made.webVersionLinks.length > 0);
  const poll = prepared.messages.find(({ made }) => made?.frozen.poll)?.made?.frozen.poll ?? null;
  return {
    campaign: prepared.campaign,
    asked: { utm: prepared.contents[0]?.utm ?? null, poll, linksWebVersion },
  };
}
