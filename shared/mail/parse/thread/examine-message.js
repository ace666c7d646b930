// Examines one message in one pass over its octets: header, contents and files by mailparser, signatures by mailauth.
// The header is sent as soon as it is read and the dear parts of mailauth come last, so that a message that was made to
// end the thread there loses only them.
// @ts-check
import { checkSignatures } from './check-signatures.js';
import { checkSpf } from './check-spf.js';
import { describeFields } from './describe-fields.js';
import { nameAndValue, readBeginning, splitFields } from './header.js';
import { readContent } from './read-content.js';

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
  parent.found({ headers: fields.map(nameAndValue), ...(describes && { fields: describeFields(fields) }) });
  const content = readContent(parent, { fields, describes, isHeaderAwaited });
  if (beginning.isTooLong) {
    await content.write(beginning.header);
    await content.end({ isHeaderOnly: true });
    parent.found({ problem: 'The header is longer than 1 MiB or 20,000 lines.', ...UNREADABLE });
  } else {
    const signatures = authenticates ? checkSignatures(parent, fields) : undefined;
    await content.write(beginning.header);
    for await (const bytes of restOf(parent, beginning)) {
      await Promise.all([content.write(bytes), signatures?.write(bytes)]);
    }
    await content.end({ isHeaderOnly: false });
    await signatures?.end();
  }
  await spf;
}

/** What is said of signatures that are not looked for. @type {Pick<import('../thread-messages.ts').FoundInMessage, 'signatures' | 'arc'>} */
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
