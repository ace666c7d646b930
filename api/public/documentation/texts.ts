// The texts of the documentation as they are sent: with the path of PUBLIC_URL, and compressed. A text is made once per
// build, at the first request: /llms-full.txt, which has all others, has megabytes, and any client may request it as often
// as it likes.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DashboardAsset, DashboardBuild } from '../dashboard-page/build.ts';

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** The best quality takes seconds for /llms-full.txt and saves a seventh; this one takes a fifteenth of a second. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** All pages as one text (https://llmstxt.org), which is no file of a build. */
export const FULL_TEXT = 'llms-full.txt';

type Documents = DashboardBuild['documents'];

/** Makes the text with a name: FULL_TEXT, or its path below the build, which must be there. */
export type TextMaker = (documents: Documents, name: string) => Promise<DashboardAsset>;

/** @param base the path of PUBLIC_URL */
export function createTextMaker(base: string): TextMaker {
  const ofBuilds = new WeakMap<Documents, Map<string, Promise<DashboardAsset>>>();
  return (documents, name) => {
    const made = ofBuilds.get(documents) ?? new Map<string, Promise<DashboardAsset>>();
    ofBuilds.set(documents, made);
    const known = made.get(name);
    if (known) return known;
    const source = name === FULL_TEXT ? fullText(documents) : documents.get(name);
    const text = makeText(name, source ?? '', base);
    made.set(name, text);
    // The next request tries again.
    text.catch(() => made.delete(name));
    return text;
  };
}

/** Each text begins with where it is, because the links in it are relative to that. */
function fullText(documents: Documents): string {
  return [...documents]
    .filter(([name]) => name.endsWith('.md'))
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, text]) => `Source: __BASE__/${name}\n\n${text.trim()}`)
    .join('\n\n---\n\n');
}

async function makeText(name: string, text: string, base: string): Promise<DashboardAsset> {
  const content = Buffer.from(text.replaceAll('__BASE__', () => base));
  const [br, zipped] = await Promise.all([inBrotli(content, QUALITY), inGzip(content)]);
  const ifSmaller = (bytes: Buffer) => (bytes.length < content.length ? bytes : undefined);
  const type = name.endsWith('.txt') ? 'text/plain' : 'text/markdown';
  return { type: `${type}; charset=utf-8`, content, br: ifSmaller(br), gzip: ifSmaller(zipped) };
}
