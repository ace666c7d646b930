// What the deletion of a domain is refused for, and what it would end, in words. Pure.
import type { DomainUses } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';
import { listed } from '../missing-words.ts';

/** The most names of a kind that are listed. */
const NAMED = 5;

/** Why the domain cannot be deleted now, and the way out; undefined: it can. */
export function deletionRefusal({ automations, campaigns }: DomainUses): string | undefined {
  const enabled = automations.filter(({ status }) => status === 'enabled');
  const reasons = [
    enabled.length > 0 &&
      `${plural(enabled.length, 'automation is', 'automations are')} enabled: disable ${them(enabled)} first.`,
    campaigns.length > 0 &&
      `${plural(campaigns.length, 'campaign is', 'campaigns are')} not finished: cancel or delete ${them(campaigns)} first.`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

/** The losses with the deletion, one sentence each. */
export function deletionLosses(name: string, uses: DomainUses): string[] {
  const { automations, scheduled_emails: scheduled, api_keys: keys } = uses;
  return [
    `Mail from ${name} is refused at once, by the API and by SMTP.`,
    scheduled > 0 && `${plural(scheduled, 'scheduled email fails', 'scheduled emails fail')}.`,
    automations.length > 0 &&
      `${plural(automations.length, 'automation loses its domain', 'automations lose their domain')}: ${them(automations)}.`,
    keys.length > 0 &&
      `${plural(keys.length, 'API key is limited to this domain and can no longer send', 'API keys are limited to this domain and can no longer send')}: ${them(keys)}.`,
    'Its DKIM keys are deleted. If you add the domain again, it needs new DNS records.',
  ].filter((sentence) => sentence !== false);
}

/** "“Welcome” and “Trial”", "“A”, “B”, “C”, “D”, “E” and 3 more". */
function them(named: readonly { name: string }[]): string {
  const names = named.slice(0, NAMED).map(({ name }) => `“${name}”`);
  return listed(named.length > NAMED ? [...names, `${amountText(named.length - NAMED)} more`] : names);
}

function plural(count: number, one: string, many: string): string {
  return `${amountText(count)} ${count === 1 ? one : many}`;
}
