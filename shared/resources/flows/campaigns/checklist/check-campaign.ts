// The checklist of a campaign (docs/architecture/campaign-check.md): all that can be found before it is sent. It changes nothing
// and sends nothing.
import { SHOWN_BODIES, type ShownBody } from '../../../messaging/checklist/checked-message.ts';
import type { Finding } from '../../../messaging/checklist/finding.ts';
import { checkSizeAsSent, type HtmlSizeDeps } from '../../../messaging/checklist/html-size.ts';
import { type FoundTarget, targetsOf } from '../../../messaging/checklist/link-answers.ts';
import type { AudienceDeps } from '../audience/find-audience.ts';
import type { CampaignPath } from '../campaign.ts';
import { findShareOfQuota } from '../dispatch/budget.ts';
import { readOfCampaign } from '../find.ts';
import { findAudienceNumbers } from './audience-numbers.ts';
import type { InspectedMessage } from './campaign-check.ts';
import { findFindings } from './find-faults.ts';
import { type InspectDeps, inspectCampaign } from './inspect-campaign.ts';
import { findSamples } from './samples.ts';

/** The dependencies of the checklist. */
export interface CheckCampaignDeps extends AudienceDeps, InspectDeps, HtmlSizeDeps {}

/** The findings of a checklist, and the links that may be opened. */
export interface Checklist {
  findings: readonly Finding[];
  targets: readonly FoundTarget[];
  /** Hosts of tracked links, which are ours. */
  trackingHosts: readonly string[];
}

/** @throws DomainError `not_found` */
export async function checkCampaign(
  deps: CheckCampaignDeps,
  path: CampaignPath,
  now: Date,
): Promise<Checklist> {
  const { database } = deps;
  const seen = await readOfCampaign(database, path, async (campaign) => {
    const samples = await findSamples(deps, campaign, now);
    return await inspectCampaign(database, campaign, deps, { samples, now });
  });
  const [numbers, { month }, bodies] = await Promise.all([
    findAudienceNumbers(deps, seen),
    findShareOfQuota(database, path.accountId, now),
    readAll(deps, path.accountId, seen.messages),
  ]);
  const findings = await findFindings({
    ...seen,
    numbers,
    bodies,
    month,
    // The quota is that of the present month, so it is asked of what is not scheduled.
    sendable: seen.campaign.status === 'draft' ? numbers?.sendable : undefined,
    checkSize: (mail) => checkSizeAsSent(mail, deps),
  });
  return {
    findings,
    targets: [...bodies].flatMap(([{ made }, shown]) => targetsOf(shown, made?.checked.source.html ?? null)),
    trackingHosts: seen.senders.all.flatMap(({ trackingHost }) => trackingHost ?? []),
  };
}

async function readAll(
  { computer }: InspectDeps,
  accountId: string,
  messages: readonly InspectedMessage[],
): Promise<Map<InspectedMessage, readonly ShownBody[]>> {
  const bodies = new Map<InspectedMessage, readonly ShownBody[]>();
  for (const message of messages)
    if (message.made) bodies.set(message, await computer.run(accountId, SHOWN_BODIES, message.made.checked));
  return bodies;
}
