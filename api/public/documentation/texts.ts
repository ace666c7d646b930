// The texts of the documentation as they are sent: with the path of PUBLIC_URL, and compressed. A text is made once per
// build, at the first request: /llms-full.txt has megabytes, and any client may request it as often as it likes.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DashboardAsset, DashboardBuild } from '../dashboard-page/build.ts';

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** The best quality takes seconds for /llms-full.txt and saves a seventh; this one takes a fifteenth of a second. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

type Documents = DashboardBuild['documents'];

/** Makes the text with a name, its path below the build, which must be there. */
export type TextMaker = (documents: Documents, name: string) => Promise<DashboardAsset>;

/** @param base the path of PUBLIC_URL */
export function createTextMaker(base: string): TextMaker {
  const ofBuilds = new WeakMap<Documents, Map<string, Promise<DashboardAsset>>>();
  return (documents, name) => {
    const made = ofBuilds.get(documents) ?? new Map<string, Promise<DashboardAsset>>();
    ofBuilds.set(documents, made);
    const known = made.get(name);
    if (known) return known;
    const text = makeText(name, documents.get(name) ?? '', base);
    made.set(name, text);
    // The next request tries again.
    text.catch(() => made.delete(name));
    return text;
  };
}

async function makeText(name: string, text: string, base: string): Promise<DashboardAsset> {
  const content = Buffer.from(text.replaceAll('__BASE__', () => base));
  const [br, zipped] = await Promise.all([inBrotli(content, QUALITY), inGzip(content)]);
  const ifSmaller = (bytes: Buffer) => (bytes.length < content.length ? bytes : undefined);
  const type = name.endsWith('.txt') ? 'text/plain' : 'text/markdown';
  return { type: `${type}; charset=utf-8`, content, br: ifSmaller(br), gzip: ifSmaller(zipped) };
}
