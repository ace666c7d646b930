// Opens the links of a checklist, where the client asks for it: each different one once, up to a bound. Links of our own are
// never opened: a GET of theirs may count as an act of the person they are for.

import { parseUrl } from '../../../platform/addresses/parse-url.ts';
import type { LinkAnswer, LinkProbe } from '../../../platform/net/link-probe.ts';
import { lineOf, type ShownBody } from './checked-message.ts';
import { type Finding, warningFinding } from './finding.ts';

/** Links that are opened. */
const OPENED_MAX = 50;
const SHOWN_MAX_LENGTH = 200;
const FAILURES_FROM = 400;

/** A link that a checklist has found. */
export interface FoundTarget {
  target: string;
  line: number | undefined;
}

/** The links of bodies that point to the web. */
export function targetsOf(bodies: readonly ShownBody[], html: string | null): FoundTarget[] {
  return bodies.flatMap(({ links }) =>
    links.flatMap(({ target, written }) =>
      target === undefined ? [] : [{ target, line: lineOf(html, written) }],
    ),
  );
}

/** Links to open. */
export interface LinksToOpen {
  accountId: string;
  targets: readonly FoundTarget[];
  /** The hosts of this service, with their ports: of PUBLIC_URL, and of tracked links. */
  ownHosts: readonly string[];
}

/** Opens links. @returns their faults */
export async function checkLinkAnswers(
  probe: LinkProbe,
  { accountId, targets, ownHosts }: LinksToOpen,
): Promise<Finding[]> {
  const mayOpen = (url: string) => !ownHosts.includes(parseUrl(url)?.host ?? '');
  const distinct = [...new Map(targets.map((found) => [found.target, found])).values()];
  const foreign = distinct.filter(({ target }) => mayOpen(target));
  const opened = foreign.slice(0, OPENED_MAX);
  const answers = await probe.ask(
    opened.map(({ target }) => target),
    { accountId, mayOpen },
  );
  const unopened = foreign.length - opened.length + answers.filter(({ kind }) => kind === 'unopened').length;
  return [
    ...opened.flatMap((found, place) => findingOf(found, answers[place])),
    ...unopenedFinding(unopened),
  ];
}

function findingOf({ target, line }: FoundTarget, answer: LinkAnswer | undefined): Finding[] {
  const url = target.length > SHOWN_MAX_LENGTH ? `${target.slice(0, SHOWN_MAX_LENGTH)}…` : target;
  const place = { field: 'html', line };
  if (answer?.kind === 'unreachable')
    return [warningFinding('link_unreachable', `\`${url}\` cannot be opened: ${answer.reason}`, place)];
  if (answer?.kind !== 'answered' || answer.status < FAILURES_FROM) return [];
  return [warningFinding('link_broken', `\`${url}\` responds with status ${answer.status}.`, place)];
}

function unopenedFinding(count: number): Finding[] {
  if (count === 0) return [];
  const message = `${count} links were not opened: a check opens up to ${OPENED_MAX} different links, for 10 seconds in total.`;
  return [warningFinding('links_unopened', message, { field: 'html', count })];
}
