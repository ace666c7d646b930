// Decides who has made hits: a person, or a machine instead. It is a pure function of the hits of one recipient's copy
// and its sending time. The rules and their reasons: docs/reference/tracking.md#machines.
import { requirePackage } from '../../../../platform/process/require-package.ts';
import { SECOND_MS } from '../../../../platform/time/durations.ts';
import type { HitClient, HitMachine } from '../hits/hit.ts';

const { isbot } = requirePackage<typeof import('isbot')>('isbot');

/** A hit, as far as it decides. */
export interface KnownHit extends HitClient {
  id: string;
  /** The target of the link; null: the pixel was loaded. */
  link: string | null;
  at: Date;
}

/** A client that loads a mail within this time of its sending, or follows two of its links within it, is a machine. */
export const INHUMAN_MS = 2 * SECOND_MS;
/** For so long before and after, a client that was found to be a scanner is one, in the same mail. */
export const SCANNER_MS = 60 * SECOND_MS;

/** Apple's Mail Privacy Protection loads all images when a mail arrives, and this is all that it says of itself. */
const APPLE_PROXY = 'Mozilla/5.0';
/** Gmail loads images ahead with this agent; when a person opens the mail, its image proxy has another one. */
const GMAIL_PREFETCH = /^Mozilla\/5\.0 .*\bEdge\/12\.246 Mozilla\/5\.0$/;
/** Clients that isbot considers machines although people read mail with them: image proxies and mail clients. */
const READERS =
  /GoogleImageProxy|YahooMailProxy|eM[_ ]?Client\/|Lotus-Notes|Samsung ?Email|samsung\.android\.email|Thunderbird|^(?:Outlook-|Airmail|AquaMail|BlueMail|Evolution|FairEmail|K-9|MailMate|Spark|Superhuman)\b/i;

/**
 * Judges the hits of one recipient's copy.
 * @param known all hits that are known, in any order
 * @param sentAt null: the mail is not recorded as sent
 * @returns hit id → the machine; absent: a person
 */
export function classifyHits(known: readonly KnownHit[], sentAt: Date | null): Map<string, HitMachine> {
  const hits = [...known].sort((one, other) => one.at.getTime() - other.at.getTime());
  const tooFast = findTooFast(hits.filter(({ link }) => link !== null));
  const machines = new Map<string, HitMachine>();
  /** Client → the times of what it has done as a scanner. */
  const scanners = new Map<string, number[]>();
  for (const hit of hits) {
    const machine = machineOf(hit, tooFast.has(hit.id), sentAt);
    if (machine) machines.set(hit.id, machine);
    if (machine !== 'scanner') continue;
    const times = scanners.get(clientOf(hit)) ?? [];
    scanners.set(clientOf(hit), times);
    times.push(timeOf(hit));
  }
  for (const hit of hits) {
    const times = scanners.get(clientOf(hit));
    if (!machines.has(hit.id) && times?.some((time) => Math.abs(time - timeOf(hit)) <= SCANNER_MS))
      machines.set(hit.id, 'scanner');
  }
  return machines;
}

/** Decides by a hit alone, without the other hits of its client. */
function machineOf(
  { userAgent, isPrefetch, at }: KnownHit,
  isTooFast: boolean,
  sentAt: Date | null,
): HitMachine | undefined {
  if (userAgent === APPLE_PROXY || GMAIL_PREFETCH.test(userAgent)) return 'privacy_proxy';
  if (isPrefetch) return 'prefetch';
  const isTooEarly = sentAt === null || at.getTime() - sentAt.getTime() <= INHUMAN_MS;
  return isTooEarly || isTooFast || isMachine(userAgent) ? 'scanner' : undefined;
}

function isMachine(userAgent: string): boolean {
  // Every browser and mail client says what it is.
  return userAgent === '' || (!READERS.test(userAgent) && isbot(userAgent));
}

/** @param clicks in the order of their times. @returns those with another link at nearly the same time */
function findTooFast(clicks: readonly KnownHit[]): Set<string> {
  const found = new Set<string>();
  /** Link → how many clicks of it are near the present one. */
  const near = new Map<string | null, number>();
  const add = ({ link }: KnownHit, more: number) => near.set(link, (near.get(link) ?? 0) + more);
  const isNear = (other: KnownHit | undefined, click: KnownHit) =>
    other !== undefined && Math.abs(timeOf(other) - timeOf(click)) <= INHUMAN_MS;
  let first = 0;
  let end = 0;
  for (const click of clicks) {
    for (; isNear(clicks[end], click); end += 1) add(clicks[end] as KnownHit, 1);
    for (; !isNear(clicks[first], click); first += 1) add(clicks[first] as KnownHit, -1);
    if (end - first > (near.get(click.link) ?? 0)) found.add(click.id);
  }
  return found;
}

const timeOf = ({ at }: KnownHit) => at.getTime();
const clientOf = ({ ipAddress, userAgent }: HitClient) => `${ipAddress}\n${userAgent}`;
