// Measures the cost of hostile contents, in a process with a small heap, which a step with too much memory would crash.
// Prints for each input and step its CPU in milliseconds, at a tenth of the limit and at the limit, and whether it is
// linear.
import { CONTENT_MAX_BYTES, HEADERS_MAX_BYTES } from '../../../../shared/contract/limits.ts';
import { findInlineReferences } from '../../../../shared/mail/attachment-part.ts';
import { composeMessage, type MessageInput } from '../../../../shared/mail/compose.ts';
import { hashBody } from '../../../../shared/mail/dkim/dkim-body.ts';
import { encodeText } from '../../../../shared/mail/encodings/transfer-encoding.ts';
import { writeHeader } from '../../../../shared/mail/header-fields.ts';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import { encodeContent } from '../../../../workers/transports/smtp/content.ts';

/** Most measurements of one step: a slow one is repeated, because other processes need the CPU too. */
const RUNS_MAX = 5;
/** Allowed factor for ten times as much work: caches and garbage collection need more than ten. */
const FACTOR_MAX = 15;
/** Shorter times are noise. */
const FLOOR_MS = 20;

/** Texts of one repeated piece, each of which is the most expensive input of some step. */
// biome-ignore format: a table.
const UNITS = [
  'x', '\n', '\r', '\r\n', ' \n', '.\n', '\t', '=', 'ü', '😀', 'xxxxxxxxü', 'From ', '<', '<!--', '<html ',
  '<pre>\n', '<a href=x>', '<blockquote><ul><li>', '&amp;', 'cid:a ',
] as const;

/** Each pure step of composing a message; `wire` is the output of the step before. */
const STEPS: Readonly<Record<string, (text: string, wire: Buffer) => unknown>> = {
  compose: (text) => composeMessage({ ...MESSAGE, html: text, previewText: 'x'.repeat(2_000) }),
  'text of html': htmlToText,
  'references to files': findInlineReferences,
  'body hash': (_text, wire) => hashBody(wire),
  'content on the wire': (_text, wire) => encodeContent(wire),
};

const mailbox = { name: undefined, address: 'ana@sender.test', domain: 'sender.test' };
const MESSAGE: MessageInput = {
  from: mailbox,
  to: [mailbox],
  subject: 'Hello',
  date: new Date(0),
  messageId: '<1@sender.test>',
};

function headersOf(text: string): unknown {
  const { headers } = composeMessage({
    ...MESSAGE,
    text: 'x',
    headers: { 'X-A': text.replace(/[\r\n]/g, '-') },
  });
  return writeHeader(headers);
}

function fill(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

/** The times of a step at a tenth of the limit and at the limit. */
function measure(unit: string, limitBytes: number, step: (text: string, wire: Buffer) => unknown) {
  const [tenth, whole] = [limitBytes / 10, limitBytes].map((bytes) => {
    const text = fill(unit, bytes);
    const wire = encodeText(text).content;
    return () => cpuMs(() => step(text, wire));
  });
  if (!tenth || !whole) throw new Error('There are two sizes.');
  // Both in each run, because a machine that is busy for a while is so for both.
  for (let run = 1; ; run += 1) {
    const tenthMs = tenth();
    const limitMs = whole();
    const isLinear = limitMs <= FACTOR_MAX * Math.max(tenthMs, FLOOR_MS);
    if (isLinear || run === RUNS_MAX) return { tenthMs, limitMs, isLinear };
  }
}

function cpuMs(step: () => unknown): number {
  const before = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const measured = UNITS.flatMap((unit) => [
  ...Object.entries(STEPS).map(([step, run]) => ({ unit, step, ...measure(unit, CONTENT_MAX_BYTES, run) })),
  { unit, step: 'headers', ...measure(unit, HEADERS_MAX_BYTES, headersOf) },
]);
process.stdout.write(JSON.stringify({ measured, maxRssKilobytes: process.resourceUsage().maxRSS }));
