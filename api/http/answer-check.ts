// Answers a checklist of a campaign or a template. Its statements use one of the account's database slots; it has none
// while links are opened.

import { type Finding, sortFindings } from '../../shared/resources/messaging/checklist/finding.ts';
import type { LinksToOpen } from '../../shared/resources/messaging/checklist/link-answers.ts';
import { checkLinkAnswers } from '../../shared/resources/messaging/checklist/link-answers.ts';
import type { CheckInput } from '../input/check-query.ts';
import { inDatabaseSlot } from '../middleware/account-slots.ts';
import type { Call } from '../route.ts';

/** The findings of a checklist. */
interface Found extends Pick<LinksToOpen, 'targets'> {
  findings: readonly Finding[];
  /** Hosts of tracked links, which are ours. */
  trackingHosts?: readonly string[];
}

type Asked = Pick<Call, 'deps' | 'caller' | 'response'> & { query: CheckInput };

/** Makes a checklist, and opens its links if the client asks for it. @param object what the answer is called */
export async function answerCheck(
  { deps, caller: { accountId }, response, query }: Asked,
  object: 'campaign_check' | 'template_check',
  check: () => Promise<Found>,
) {
  const found = await inDatabaseSlot(response, accountId, check);
  const findings = [...(found?.findings ?? [])];
  if (found && query.links) {
    const ownHosts = [new URL(deps.config.publicUrl).host, ...(found.trackingHosts ?? [])];
    const links = { accountId, targets: found.targets, ownHosts };
    findings.push(...(await checkLinkAnswers(deps.linkProbe, links)));
  }
  const sorted = sortFindings(findings);
  return { object, ok: sorted.every(({ level }) => level !== 'error'), findings: sorted };
}
