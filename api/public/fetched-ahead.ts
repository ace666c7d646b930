// Recognizes requests that a browser or a proxy makes ahead of the person (prefetch), because a page might be opened
// next: no person has requested these pages yet. They are announced by headers (https://wicg.github.io/nav-speculation,
// and the older names of Chrome, Firefox and Safari).
import type { Request } from 'express';

const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** True for a request that says so. */
export function isFetchedAhead({ headers }: Pick<Request, 'headers'>): boolean {
  return HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')));
}
