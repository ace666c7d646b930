// Tracking of a domain in words: what it does to mail, and through which host links lead now. Pure.
import type { Domain } from '../../../api/generated/types.ts';
import { isPublicName } from '../records/public-name.ts';

type Tracked = Pick<Domain, 'name' | 'tracking_subdomain' | 'tracking_host'> & {
  records: readonly Pick<Domain['records'][number], 'record' | 'name' | 'status' | 'detail' | 'value'>[];
};

/** Why the host of a label is not used yet, by the status of its record. */
const WAITS: Readonly<Record<Domain['records'][number]['status'], string>> = {
  not_started: 'is looked for from the first “Verify now” on',
  pending: 'is not there yet, and is looked for again and again',
  temporary_failure: 'was there and is missing or not right',
  failed: 'was missing or not right for 72 hours: correct it, then verify the domain again',
  verified: 'is there; the host is used as soon as it answers over https',
};

/** The hint that a label has no use then. */
const NO_HOST =
  'A host of your own cannot work here: its CNAME record would lead to the host of PUBLIC_URL, which has to be a name of the public DNS.';

/** The path of a click. */
export function clicksHint({ tracking_host }: Pick<Domain, 'tracking_host'>): string {
  return `Each link in the HTML leads through ${tracking_host}, which notes the click and leads on to the same target.`;
}

export const OPENS_HINT =
  'An invisible image in the HTML is loaded when the mail is opened. Mail apps that load all images ahead are counted apart.';

/** The words about who learns of it. */
export const LEARNS_OF_IT =
  'Of each open and click the time, the program and the IP address are kept. The people and API keys of this account see ' +
  'them, its webhooks and automations get them, and so does the operator of this service. Say so in your privacy notice. ' +
  'Readers who refuse to be measured are left out, text parts stay unchanged, and an email may choose for itself.';

/** The host of the links of new mail, and why it is not the label's. */
export function trackingHostWords({ name, tracking_subdomain, tracking_host, records }: Tracked): string {
  const used = `Links of new mail lead through ${tracking_host}`;
  const wanted = tracking_subdomain === null ? undefined : `${tracking_subdomain}.${name}`;
  if (tracking_host === wanted) return `${used}.`;
  const own = `${used}, the own address of this service`;
  const record = records.find((each) => each.record === 'Tracking' && each.name === wanted);
  if (!isPublicName(record?.value ?? tracking_host)) return `${own}. ${NO_HOST}`;
  if (wanted === undefined) return `${own}.`;
  const why = record ? ` The CNAME record of ${wanted} ${WAITS[record.status]}.` : '';
  return `${own}, and move to ${wanted} once its record is verified.${why}${record?.detail ? ` ${record.detail}` : ''}`;
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
  if (!LABEL.test(label)) return `One label of letters, digits and hyphens: links, for links.${name}.`;
  return `Links then lead through ${label}.${name} in place of the name of the service. Links that were sent before go on working.`;
}
