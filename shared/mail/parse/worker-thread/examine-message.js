// Examines one message in one pass over its octets: header, contents and files, and signatures by mailauth. The header
// is sent as soon as it is read and the expensive parts of mailauth run last, so that a message that was made to end
// the thread there loses only them.
// @ts-check
import { Charsets } from './charsets.js';
import { checkSignatures } from './check-signatures.js';
import { checkSpf } from './check-spf.js';
import { describeFields } from './describe-fields.js';
import { nameAndValue, readBeginning, splitFields } from './header.js';
import { HeaderText } from './header-text.js';
import { readContent } from './read-content.js';
import { readHeaderFields } from './read-header-fields.js';

/** @import { Parent } from './parent.js' */
/** @import { ThreadTask } from '../thread-messages.ts' */

/**
 * @param {Parent} parent
 * @param {ThreadTask} task
 */
export async function examineMessage(parent, { client, authenticates, describes, isHeaderAwaited }) {
  const spf = authenticates && client ? checkSpf(parent, client) : Promise.resolve();
  // It is awaited last; until then a message that is dropped must not be an unhandled rejection.
  spf.catch(() => {});
  const beginning = await readBeginning(parent);
  const fields = splitFields(beginning.header);
  const charsets = new Charsets();
  const isGuessed = findHeader(parent, fields, charsets, describes);
  if (isHeaderAwaited) parent.flush();
  if (beginning.isTooLong) {
    parent.found({ problem: 'The header is longer than 1 MiB or 20,000 lines.', ...UNREADABLE });
  } else {
    const content = readContent(parent, { charsets, describes });
    const signatures = authenticates ? checkSignatures(parent, fields) : undefined;
    await content.write(beginning.header);
    for await (const bytes of restOf(parent, beginning)) {
      await Promise.all([content.write(bytes), signatures?.write(bytes)]);
    }
    await content.end();
    // What the texts are written in is the best guess for the header.
    if (isGuessed && charsets.usual) findHeader(parent, fields, charsets, describes);
    await signatures?.end();
  }
  await spf;
}

/**
 * @param {Parent} parent
 * @param {readonly string[]} octets the fields, in Latin-1
 * @param {Charsets} charsets
 * @param {boolean} describes
 * @returns whether some of it had to be guessed
 */
function findHeader(parent, octets, charsets, describes) {
  const text = new HeaderText(charsets);
  const fields = octets.map((field) => text.unicode(field));
  const header = readHeaderFields(fields, text);
  parent.found({
    headers: fields.map(nameAndValue),
    header: { ...header, isGuessed: text.isGuessed },
    ...(describes && { fields: describeFields(fields, text) }),
  });
  return text.isGuessed;
}

/** The result for unchecked signatures. @type {Pick<import('../thread-messages.ts').FoundInMessage, 'signatures' | 'arc'>} */
const UNREADABLE = { signatures: [{ domain: '', result: 'permerror' }], arc: 'permerror' };

/**
 * @param {Parent} parent
 * @param {import('./header.js').MessageBeginning} beginning
 */
async function* restOf(parent, { rest, isEnd }) {
  if (rest.length > 0) yield rest;
  while (!isEnd) {
    const piece = await parent.piece();
    isEnd = piece.isLast;
    yield piece.bytes;
  }
}
