// Tracking of a domain in words: what it does to mail, and through which host links lead now. Pure.
import type { Domain } from '../../../api/generated/types.ts';

type Tracked = Pick<Domain, 'name' | 'tracking_subdomain' | 'tracking_host'> & {
  records: readonly Pick<Domain['records'][number], 'record' | 'name' | 'status' | 'detail'>[];
};

/** Why the host of a label is not used yet, by the status of its record. */
const WAITS: Readonly<Record<Domain['records'][number]['status'], string>> = {
  not_started: 'is looked for from the first “Verify now” on',
  pending: 'is waited for',
  temporary_failure: 'was there and is missing or not right',
  failed: 'was missing or not right for 72 hours: correct it, then verify the domain again',
  verified: 'is there; the host is used as soon as it answers over https',
};

/** What a click goes through. */
export function clicksHint({ tracking_host }: Pick<Domain, 'tracking_host'>): string {
  return `Each link in the HTML leads through ${tracking_host}, which notes the click and leads on to the same target.`;
}

export const OPENS_HINT =
  'An invisible image in the HTML is loaded when the mail is opened. Mail apps that load all images ahead are counted apart.';

/** Who learns of it. */
export const LEARNS_OF_IT =
  'Who opened or clicked, when, with which program and from which IP address is then known to the people and the API keys ' +
  'of this account, to its webhooks and automations, and to the operator of this service. Say so in your privacy notice. ' +
  'Readers who refuse to be measured are left out, text parts stay unchanged, and an email may choose for itself.';

/** Through which host the links of new mail lead, and why not through that of the label. */
export function trackingHostWords({ name, tracking_subdomain, tracking_host, records }: Tracked): string {
  const used = `Links of new mail lead through ${tracking_host}`;
  if (tracking_subdomain === null) return `${used}, the own address of this service.`;
  const wanted = `${tracking_subdomain}.${name}`;
  if (tracking_host === wanted) return `${used}.`;
  const record = records.find((each) => each.record === 'Tracking' && each.name === wanted);
  const why = record ? ` The CNAME record of ${wanted} ${WAITS[record.status]}.` : '';
  return `${used}, the own address of this service, and move to ${wanted} once its record is verified.${why}${record?.detail ? ` ${record.detail}` : ''}`;
}
