// The URL of a logo. Its origin becomes part of the Content-Security-Policy of the pages, so a host must not have a
// character with a meaning there: URL parsers accept `https://a;img-src.example`.

const HOST = /^[a-z0-9.-]+$/;

/** The URL of a logo that pages may show; undefined: it is none. */
export function parseLogoUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && HOST.test(url.hostname) ? url : undefined;
}
