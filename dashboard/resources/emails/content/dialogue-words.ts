// What was said to mail servers, in lines to read and to copy.
import type { EmailTrace } from '../../../api/generated/types.ts';

/** The dialogue with one server. */
export type Dialogue = EmailTrace['dialogue'][number];

const MARKS: Readonly<Record<Dialogue['lines'][number]['who'], string>> = {
  client: '→',
  server: '←',
  event: '·',
};
const UNIT = ' ms';

/** The dialogues by recipient, in the order of the answer. */
export function byRecipient(dialogue: readonly Dialogue[]): [recipient: string, parts: Dialogue[]][] {
  const parts = new Map<string, Dialogue[]>();
  for (const part of dialogue) parts.set(part.recipient, [...(parts.get(part.recipient) ?? []), part]);
  return [...parts];
}

/** `12 ms ← 250 2.1.0 Ok`: times have a column of their own. */
export function linesOf({ lines }: Dialogue): string {
  const width = Math.max(0, ...lines.map(({ at_ms }) => String(at_ms).length));
  return lines
    .map(({ at_ms, who, text }) => `${String(at_ms).padStart(width)}${UNIT} ${MARKS[who]} ${text}`)
    .join('\n');
}

/** The server, and the protection of the connection. */
export function aboutOf({ address, source, tls, mails_before: before, lines }: Dialogue): string {
  if (before === 0 && lines.every(({ who }) => who === 'event')) return 'No connection was made.';
  // The addresses of a relay are not shown.
  const way = address === null ? 'Through the relay' : `From ${source} to ${address}`;
  const protection =
    tls === null
      ? 'in the clear'
      : `${tls.version ?? 'TLS'}, the certificate was ${tls.verified ? '' : 'not '}verified`;
  const reuse =
    before === 0 ? '' : ` The connection had carried ${before} ${before === 1 ? 'mail' : 'mails'} before.`;
  return `${way}, ${protection}.${reuse}`;
}
