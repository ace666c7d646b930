// Which emails a logged request is about: those that its answer names, and the one in its path.

/** A logged request, as far as this file reads it. */
interface Logged {
  endpoint: string;
  response_status: number;
  response_body: unknown;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Paths that answer the id of an email: single sends, batches, and tests of templates. */
const SENDING_PATH = /^\/(?:emails|emails\/batch|templates\/[^/]+\/test)$/;
const EMAIL_PATH = /^\/emails\/([^/]+)(?:\/(?:cancel|share|trace|attachments.*))?$/;

/** @returns ids, each once */
export function emailsOfLog({ endpoint, response_status, response_body }: Logged): string[] {
  const inPath = EMAIL_PATH.exec(endpoint)?.[1];
  const named = SENDING_PATH.test(endpoint) ? idsOf(response_body) : [];
  const inPathFound = inPath !== undefined && response_status < 300 ? [inPath] : [];
  return [...new Set([...inPathFound, ...named])].filter((id) => UUID.test(id));
}

/** `id` of a single send, `data[].id` of several; `sent[].id` of a batch that ran out of time. */
function idsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { id, data, sent } = body as { id?: unknown; data?: unknown; sent?: unknown };
  const items = [data, sent].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const ids = items.map((item) =>
    typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined,
  );
  return [id, ...ids].filter((each) => typeof each === 'string');
}
