// Counts for the checklist, in one statement over the audience: contacts that can be sent to, contacts that lack values
// which the mail shows, and contacts that have opened nothing for long.
import { CONTACT_FIELDS } from '../../../../contract/contacts/fields.ts';
import { CONTACT_NAMES } from '../../../../contract/templates/reserved-names.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import { findContactProperties } from '../../../audience/contact-properties/find.ts';
import { unlessTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import { countLacking, type ShownValue } from '../../../messaging/campaign-recipients/count-lacking.ts';
import { lacksOf } from '../../../messaging/checklist/value-checks.ts';
import { type AudienceDeps, COUNT_MS } from '../audience/find-audience.ts';
import type { AudienceNumbers, InspectedCampaign } from './campaign-check.ts';

export const INACTIVE_DAYS = 180;
/** A contact with a first measured mail of yesterday has had no time to open it. */
const MEASURED_DAYS = 14;

/** @returns undefined: counting took too long */
export async function findAudienceNumbers(
  { database, simulatorDomains }: AudienceDeps,
  { campaign, messages, now }: InspectedCampaign,
): Promise<AudienceNumbers | undefined> {
  const named = new Map(
    messages
      .flatMap(({ made }) => (made ? lacksOf(made.checked) : []))
      .map((names) => [names.join(' '), names] as const),
  );
  const values = await findShownValues(database, campaign.accountId, [...named.values()].flat());
  const countable = [...named].flatMap(([key, names]) => {
    const shown = names.map((name) => values.get(name));
    return shown.every((value) => value !== undefined) ? [{ key, shown }] : [];
  });
  const counting = withinTime(database, COUNT_MS, (client) =>
    countLacking(
      client,
      { ...campaign, createdUntil: now, simulatorDomains },
      {
        lacks: countable.map(({ shown }) => shown),
        measuredUntil: dayBefore(now, MEASURED_DAYS),
        activeSince: dayBefore(now, INACTIVE_DAYS),
      },
    ),
  );
  const counted = await unlessTimeOut(counting);
  if (!counted) return undefined;
  const { sendable, lacking, inactive } = counted;
  const counts = new Map(countable.map(({ key }, place) => [key, lacking[place]]));
  return { sendable, inactive, countOf: (names) => counts.get(names.join(' ')) };
}

function dayBefore(now: Date, days: number): string {
  return utcDayOf(new Date(now.getTime() - days * DAY_MS));
}

const COLUMNS = new Map<string, ShownValue>(
  CONTACT_FIELDS.flatMap(({ column }): [string, ShownValue][] => [
    [`contact.${column}`, { column }],
    ...[...CONTACT_NAMES].flatMap(([name, of]): [string, ShownValue][] =>
      of === column ? [[name, { column }]] : [],
    ),
  ]),
);
const PROPERTY = 'contact.properties.';

/** The names of contacts' values in templates; a name that is not in the result cannot be counted. */
async function findShownValues(
  database: Database,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, ShownValue>> {
  const values = new Map(COLUMNS);
  const ofProperties = names.filter((name) => name.startsWith(PROPERTY));
  if (ofProperties.length === 0) return values;
  const properties = new Map<string, ContactProperty>();
  for (const property of await findContactProperties(database, accountId))
    properties.set(property.key, property);
  for (const name of ofProperties) {
    const found = properties.get(name.slice(PROPERTY.length));
    const fallback = found?.fallbackValue ?? null;
    values.set(
      name,
      found ? { property: found.number, fallback: fallback === null ? null : String(fallback) } : null,
    );
  }
  return values;
}
