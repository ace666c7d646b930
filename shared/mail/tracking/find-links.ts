// Finds the links of html that are tracked, and where they lead.
import { type LinkPlace, readLinks } from '../links/link-places.ts';
import { linkTargetOf } from '../links/link-target.ts';
import { TRACKED_TARGETS_MAX_LENGTH } from './tracking-tokens.ts';

/** A link that is tracked, and where it leads. */
export interface FoundLink extends LinkPlace {
  target: string;
}

/**
 * Finds the links, in their order.
 * @param isUntracked says of a target that it is not tracked
 */
export async function findLinks(
  html: string,
  isUntracked: (target: string) => boolean,
): Promise<FoundLink[]> {
  const links: FoundLink[] = [];
  let length = 0;
  await readLinks(html, 'tracked', (written, place) => {
    const target = linkTargetOf(written);
    if (target === undefined || isUntracked(target)) return true;
    length += target.length;
    if (length > TRACKED_TARGETS_MAX_LENGTH) return false;
    links.push({ ...place, target });
    return true;
  });
  return links;
}
