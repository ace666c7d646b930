// Finds the operation that a client most likely meant by a path or a method that no operation has: another method of the
// path, or a path that is nearly one (docs/reference/requests.md#base-url-and-paths).
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { findNearMiss } from './near-miss.ts';
import { describeForeignPath } from './other-services.ts';

/** The version of an API: other services have one in their paths. */
const VERSION_PREFIX = /^\/v\d(?=\/)/;
/** A longer path is none of ours, and takes time. */
const PATH_MAX_LENGTH = 200;
/** More than a misspelt segment: `POST /emails/bach` means no `GET /emails/:id`. */
const OF_ANOTHER_METHOD = 2;
/** `POST /emails/send` means `POST /emails`: nearer than the operations of an email, further than a misspelt segment. */
const ONE_SEGMENT_LESS = 1.5;
const NONE: ReadonlySet<string> = new Set();

/** The parts of Resend that we do not have: the first segment of its paths. */
const ONLY_OF_RESEND: ReadonlySet<string> = new Set(['inboxes', 'oauth']);

const CANDIDATES = Object.values(OPERATIONS)
  .filter(({ permission }) => permission !== 'dashboard')
  .map(({ method, path }) => ({ method: method.toUpperCase(), path, segments: segmentsOf(path) }));

/** @returns a sentence about what there is in place of a path and a method; undefined: nothing is near */
export function describeNearestOperation(method: string, path: string): string | undefined {
  if (path.length > PATH_MAX_LENGTH) return undefined;
  const foreign = describeForeignPath(path);
  if (foreign !== undefined) return foreign;
  const asked = segmentsOf(path.replace(VERSION_PREFIX, ''));
  if (ONLY_OF_RESEND.has(asked[0] ?? '')) return `Resend has \`/${asked[0]}\`, but Posthorn does not.`;
  const wanted = method === 'PUT' ? 'PATCH' : method;
  const shorter = isUuidV7(asked.at(-1) ?? '') ? [] : asked.slice(0, -1);
  const near = CANDIDATES.flatMap((candidate) => {
    const distance = distanceOf(candidate.segments, asked);
    const isOfMethod = candidate.method === wanted;
    if (distance !== undefined)
      return { ...candidate, distance: distance + (isOfMethod ? 0 : OF_ANOTHER_METHOD) };
    const isOfShorter = isOfMethod && wanted === 'POST' && distanceOf(candidate.segments, shorter) === 0;
    return isOfShorter ? { ...candidate, distance: ONE_SEGMENT_LESS } : [];
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  const named = near
    .filter(({ distance }) => distance === least)
    .map((nearest) => `\`${nearest.method} ${nearest.path}\``);
  return named.length > 0 ? `Did you mean ${named.join(' or ')}?` : undefined;
}

/** @returns undefined: they have nothing to do with each other */
function distanceOf(known: readonly string[], asked: readonly string[]): number | undefined {
  if (known.length !== asked.length) return undefined;
  let distance = 0;
  for (const [index, segment] of known.entries()) {
    const given = asked[index] ?? '';
    if (segment.startsWith(':') || segment === given) continue;
    if (findNearMiss(given, [segment], NONE) === undefined) return undefined;
    distance += 1;
  }
  return distance;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
