// Where a sign-in leads afterwards: to a page of the dashboard that the URL names, and nowhere else (open redirect).

/**
 * The page that `next` names, as a path below /app.
 * @param next from the URL: anybody may have written it
 * @returns `/` unless it is a path of the dashboard
 */
export function nextPath(next: string | null): string {
  // A browser reads `\` as `/`, drops tabs and line breaks, and takes `//host` for another host.
  if (!next?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/';
  const url = new URL(next, 'https://dashboard.invalid');
  if (url.origin !== 'https://dashboard.invalid') return '/';
  const path = `${url.pathname}${url.search}`;
  return path.startsWith('//') || url.pathname.startsWith('/sign-in') ? '/' : path;
}
