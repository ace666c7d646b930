// The checklist of a campaign (docs/architecture/campaign-check.md): all that can be found before it is sent. It changes nothing
// and sends nothing.
import { SHOWN_BODIES, type ShownBody } from '../../../messaging/checklist/checked-message.ts';
import { type Finding, sortFindings } from '../../../messaging/checklist/finding.ts';
import type { HtmlSizeDeps } from '../../../messaging/checklist/html-size.ts';
import { type FoundTarget, targetsOf } from '../../../messaging/checklist/link-answers.ts';
import type { AudienceDeps } from '../audience/find-audience.ts';
import type { CampaignPath } from '../campaign.ts';
import { findShareOfQuota } from '../dispatch/standing.ts';
import { readOfCampaign } from '../find.ts';
import { findAudienceNumbers } from './audience-numbers.ts';
import { type PrepareDeps, type PreparedMessage, prepareCampaign } from './prepare.ts';
import { findSamples } from './samples.ts';
import { findSendingDomains } from './senders.ts';
import { findSendingFaults } from './sending-checks.ts';
import { findOtherFaults } from './whole-checks.ts';

/** What the checklist needs. */
export interface CheckCampaignDeps extends AudienceDeps, PrepareDeps, HtmlSizeDeps {}

/** What a checklist has found, and the links that may be opened. */
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
  const { accountId } = path;
  const prepared = await readOfCampaign(database, path, async (campaign) => {
    const samples = await findSamples(deps, campaign, now);
    return await prepareCampaign(database, campaign, { samples, now, ...deps });
  });
  const froms = prepared.contents.map(({ from }) => from);
  const [faults, numbers, { month }, domains, bodies] = await Promise.all([
    findSendingFaults(database, prepared),
    findAudienceNumbers(deps, prepared),
    findShareOfQuota(database, accountId, now),
    findSendingDomains(database, accountId, froms),
    readAll(deps, path.accountId, prepared.messages),
  ]);
  const others = await findOtherFaults({ ...prepared, numbers, month, domains, bodies }, deps);
  return {
    findings: sortFindings([...faults, ...others]),
    targets: [...bodies].flatMap(([{ made }, shown]) => targetsOf(shown, made?.checked.source.html ?? null)),
    trackingHosts: domains.all.flatMap(({ trackingHost }) => trackingHost ?? []),
  };
}

async function readAll(
  { computer }: PrepareDeps,
  accountId: string,
  messages: readonly PreparedMessage[],
): Promise<Map<PreparedMessage, readonly ShownBody[]>> {
  const bodies = new Map<PreparedMessage, readonly ShownBody[]>();
  for (const message of messages)
    if (message.made) bodies.set(message, await computer.run(accountId, SHOWN_BODIES, message.made.checked));
  return bodies;
}
