// Sends the request of a form, and finds what it has left: its log, and the mail in the local inbox.
import type { Request } from './typed-request.ts';

/** Who calls, and where. */
export interface Caller {
  /** The path of PUBLIC_URL. */
  base: string;
  key: string;
  /** The URL of the local inbox. */
  inboxUrl: string;
}

/** An answer. */
export interface Answer {
  /** `200 OK` */
  status: string;
  isSuccess: boolean;
  requestId: string;
  text: string;
  /** Parsed, if it is JSON. */
  body: unknown;
}

/** @throws TypeError when the server is unavailable */
export async function send({ base, key }: Caller, request: Request): Promise<Answer> {
  const { method, path, headers, body } = request;
  const hasBody = body !== undefined;
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...headers,
      Authorization: `Bearer ${key}`,
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
  });
  const text = await answer.text();
  return {
    status: `${answer.status} ${answer.statusText}`.trim(),
    isSuccess: answer.ok,
    requestId: answer.headers.get('x-request-id') ?? '',
    text,
    body: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A link to what a request has left. */
export interface Trace {
  words: string;
  href: string;
}

const TRIES = 20;
const BETWEEN_TRIES_MS = 500;

/** The log is written soon after the answer. @returns undefined: it is not there after 10 s */
export async function findLog(
  caller: Caller,
  { path }: Request,
  requestId: string,
): Promise<Trace | undefined> {
  const endpoint = encodeURIComponent(path.split('?')[0] ?? '');
  return await repeat(async () => {
    const { body } = await send(caller, get(`/logs?limit=20&endpoint=${endpoint}`));
    const { data: logs = [] } = (body ?? {}) as { data?: { id: string; request_id: string }[] };
    const log = logs.find(({ request_id }) => request_id === requestId);
    return log && { words: 'Its log', href: `${caller.base}/app/logs/${log.id}` };
  });
}

/** @param id of an email @returns undefined: it is not delivered within 10 s */
export async function findInInbox(caller: Caller, id: string): Promise<Trace | undefined> {
  return await repeat(async () => {
    const { body } = await send(caller, get(`/emails/${encodeURIComponent(id)}`));
    const { status, message_id: messageId } = (body ?? {}) as { status?: string; message_id?: string };
    if (status !== 'delivered' || !messageId) return undefined;
    const name = encodeURI(messageId.replace(/^<|>$/g, ''));
    return { words: 'The mail in the inbox', href: `${caller.inboxUrl}/#/${name}` };
  });
}

const get = (path: string): Request => ({ method: 'GET', path, headers: {}, body: undefined });

async function repeat(look: () => Promise<Trace | undefined>): Promise<Trace | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
  return undefined;
}
