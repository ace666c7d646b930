// Tracking of a domain in words: what it does to mail, and through which host links lead now. Pure.
import type { Domain } from '../../../api/generated/types.ts';
import { isPublicName } from '../records/public-name.ts';

type Tracked = Pick<Domain, 'name' | 'tracking_subdomain' | 'tracking_host'> & {
  records: readonly Pick<Domain['records'][number], 'record' | 'name' | 'status' | 'detail' | 'value'>[];
};

/** Why the host of a label is not used yet, by the status of its record. */
const WAITS: Readonly<Record<Domain['records'][number]['status'], string>> = {
  not_started: 'is checked after you press “Verify now”',
  pending: 'is not published yet. Posthorn keeps checking',
  temporary_failure: 'was published before and is now missing or wrong',
  failed: 'was missing or wrong for 72 hours. Correct it, then verify the domain again',
  verified: 'is published. Posthorn uses the host when it answers over https',
};

/** The hint that a label has no use then. */
const NO_HOST =
  'A custom host cannot work here: its CNAME record would point to the host of PUBLIC_URL, which must be a public DNS name.';

/** The path of a click. */
export function clicksHint({ tracking_host }: Pick<Domain, 'tracking_host'>): string {
  return `Links in the HTML go through ${tracking_host}, which records the click and redirects to the target.`;
}

export const OPENS_HINT =
  'An invisible image in the HTML loads when the email is opened. Mail apps that preload all images are counted separately.';

/** The words about who learns of it. */
export const LEARNS_OF_IT =
  'For each open and click, Posthorn stores the time, the user agent and the IP address. The people and API keys of this account see ' +
  'them, as do its webhooks and automations and the operator of this service. Mention this in your privacy notice. ' +
  'Recipients who opted out are not tracked, text parts do not change, and each email can override this setting.';

/** The host of the links of new mail, and why it is not the label's. */
export function trackingHostWords({ name, tracking_subdomain, tracking_host, records }: Tracked): string {
  const used = `Links in new mail go through ${tracking_host}`;
  const wanted = tracking_subdomain === null ? undefined : `${tracking_subdomain}.${name}`;
  if (tracking_host === wanted) return `${used}.`;
  const own = `${used}, the address of this service`;
  const record = records.find((each) => each.record === 'Tracking' && each.name === wanted);
  if (!isPublicName(record?.value ?? tracking_host)) return `${own}. ${NO_HOST}`;
  if (wanted === undefined) return `${own}.`;
  const why = record ? ` The CNAME record of ${wanted} ${WAITS[record.status]}.` : '';
  return `${own}, and will use ${wanted} when its record is verified.${why}${record?.detail ? ` ${record.detail}` : ''}`;
}

/** One label of a host name (RFC 1123 §2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The label in what was typed: the whole host is accepted, too. */
export function labelWithin(typed: string, name: string): string {
  const text = typed.trim().replace(/\.$/, '');
  return text.toLowerCase().endsWith(`.${name}`) ? text.slice(0, -name.length - 1) : text;
}

/** The target of a label's links. */
export function labelHint(typed: string, name: string): string {
  const label = labelWithin(typed, name) || 'links';
  if (!LABEL.test(label)) return `One label of letters, digits and hyphens, such as links for links.${name}.`;
  return `Links then go through ${label}.${name} instead of the address of the service. Links that were already sent keep working.`;
}
