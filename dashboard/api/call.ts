// Calls operations of the API with the cookie of the session: `call('getEmail', { id })`. A call carries the CSRF token of
// the session that the page shows. When the browser has another one, the session is read: if it is of the same person
// and account the call is repeated once, otherwise it would read or change what is not on the screen.
import { BASE } from './base.ts';
import { cachedAnswer, keepAnswer } from './changes/cached-answers.ts';
import {
  announceEnd,
  announceRefusal,
  announceReplacement,
  currentSession,
  isSameIdentity,
  setCurrentSession,
} from './current-session.ts';
import { ApiFailure, failureOf, SESSION_REPLACED } from './failure.ts';
import type { Session } from './generated/types.ts';
import {
  type AnswerOf,
  type ApiRequest,
  type InputArgument,
  type OperationId,
  requestOf,
} from './request.ts';

const TIMEOUT_MS = 30_000;
/** A language model that writes: twice what it has for an answer and its repair (docs/reference/ai.md). */
const MODEL_TIMEOUT_MS = 120_000;
const MODEL_PATH = '/templates/generate';
const SESSION_REQUEST = requestOf('getSession');

const changesUnderWay = new Set<Promise<unknown>>();
let changesDone = 0;

/**
 * Calls an operation.
 * @returns its answer
 * @throws ApiFailure
 */
export async function call<Id extends OperationId>(
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  return await send(requestOf(id, ...input), undefined);
}

/** As `call`, until the signal says that the answer is no longer needed. */
export async function callUntil<Id extends OperationId>(
  signal: AbortSignal,
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  return await send(requestOf(id, ...input), signal);
}

/** Reads a path that is not an operation of the API, such as `/app/work`. @throws ApiFailure */
export async function readPath<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  return await send({ method: 'GET', path, body: undefined }, signal);
}

/** Makes a change by a path that is not an operation of the API, such as `/app/development-dns`. @throws ApiFailure */
export async function postPath<Answer>(path: string): Promise<Answer> {
  return await send({ method: 'POST', path, body: undefined }, undefined);
}

/** Calls an operation with an API key in place of the session, as a program does. */
export async function callWithKey<Id extends OperationId>(
  key: string,
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  return await exchange(requestOf(id, ...input), { token: undefined, signal: undefined, key });
}

/** Calls an operation with a session that is not the one that the page shows. @throws ApiFailure */
export async function callAs<Id extends OperationId>(
  { csrf_token: token }: Session,
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  return await change(requestOf(id, ...input), { token, signal: undefined });
}

/** Reads the session that the browser has, whichever the page shows. @throws ApiFailure */
export async function readBrowserSession(): Promise<Session> {
  return await read(() => exchange<Session>(SESSION_REQUEST, { token: undefined, signal: undefined }));
}

/** How a request is sent. */
interface Sending {
  /** The CSRF token. */
  token: string | undefined;
  signal: AbortSignal | undefined;
}

function send<Answer>(request: ApiRequest, signal: AbortSignal | undefined): Promise<Answer> {
  return withToken((token) =>
    request.method === 'GET'
      ? read(() => exchange<Answer>(request, { token, signal }))
      : change<Answer>(request, { token, signal }),
  );
}

/** Opens what takes the server longer to send than a call may last: events, a file. @throws ApiFailure */
export function openStream(path: string, signal: AbortSignal, accept: string): Promise<Response> {
  const request: ApiRequest = { method: 'GET', path, body: undefined, headers: { accept } };
  const open = async (token: string | undefined) => {
    const opening = new AbortController();
    const timer = setTimeout(() => opening.abort(), TIMEOUT_MS);
    const response = await ask(request, {
      token,
      signal: AbortSignal.any([signal, opening.signal]),
    }).finally(() => clearTimeout(timer));
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  return withToken((token) => read(() => open(token)));
}

/** Asks with the token of the session that the page shows, and once more with a new one of the same person and account. */
export async function withToken<Answer>(
  attempt: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const shown = currentSession();
  try {
    return await attempt(shown?.csrf_token).catch(async (error) => {
      if (!shown || !isTokenRefused(error)) throw error;
      return await attempt(await renewToken(shown, error));
    });
  } catch (error) {
    if (error instanceof ApiFailure && error.isSignedOut) announceEnd();
    if (error instanceof ApiFailure && error.name === 'view_only_member') announceRefusal();
    throw error;
  }
}

/** Among the errors with this name, only those about the origin of a request have the status 403. */
function isTokenRefused(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.status === 403 && error.name === 'validation_error';
}

/**
 * @param shown the session with which the call was made
 * @returns the token of the same person in the same account
 */
async function renewToken(shown: Session, refused: ApiFailure): Promise<string> {
  const session = await readBrowserSession();
  if (isSameIdentity(session, shown)) {
    if (session.csrf_token === shown.csrf_token) throw refused;
    setCurrentSession(session);
    return session.csrf_token;
  }
  const current = currentSession();
  // The page itself may have switched to it in the meantime, and the earlier answer is no longer needed.
  if (!current || !isSameIdentity(session, current)) announceReplacement(session);
  throw new ApiFailure({
    status: 403,
    name: SESSION_REPLACED,
    message: `This browser is signed in to ${session.account.name} now.`,
  });
}

/**
 * A change may give the session another cookie, as switching to another account does. A read in flight at that time had
 * the old cookie and is refused; it is repeated once.
 */
async function read<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const changesBefore = changesDone;
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiFailure && error.isSignedOut)) throw error;
    await Promise.allSettled(changesUnderWay);
    if (changesDone === changesBefore) throw error;
    return await attempt();
  }
}

async function change<Answer>(request: ApiRequest, sending: Sending): Promise<Answer> {
  const answer = exchange<Answer>(request, sending);
  changesUnderWay.add(answer);
  try {
    const done = await answer;
    changesDone += 1;
    return done;
  } finally {
    changesUnderWay.delete(answer);
  }
}

/** Sends a request and reads its answer. @throws ApiFailure; what the signal throws when it ends the request */
async function exchange<Answer>(
  request: ApiRequest,
  { token, signal, key }: Sending & { key?: string },
): Promise<Answer> {
  const timeoutMs = timeoutOf(request);
  const timeout = AbortSignal.timeout(timeoutMs);
  // In another session the name would be a different one.
  const name = request.method === 'GET' && token !== undefined ? `${token} ${request.path}` : undefined;
  const kept = name === undefined ? undefined : cachedAnswer(name);
  try {
    const sending = {
      token,
      key,
      tag: kept?.tag,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    const response = await ask(request, sending);
    if (kept && response.status === 304) return kept.answer as Answer;
    if (!response.ok) throw await failureOf(response);
    const text = await response.text();
    const answer = answerIn<Answer>(response, text);
    const tag = response.headers.get('etag');
    if (name !== undefined && tag !== null) keepAnswer(name, text, { tag, answer });
    return answer;
  } catch (error) {
    if (error instanceof ApiFailure || signal?.aborted) throw error;
    const message = timeout.aborted
      ? `The server did not answer within ${timeoutMs / 1_000} seconds.`
      : 'The server cannot be reached. Check your connection.';
    throw new ApiFailure({ status: 0, name: 'network_error', message });
  }
}

function timeoutOf({ path }: ApiRequest): number {
  return path === MODEL_PATH ? MODEL_TIMEOUT_MS : TIMEOUT_MS;
}

/** Sends a request. @param tag of the cached answer */
function ask(
  { method, path, body, headers }: ApiRequest,
  {
    token,
    signal,
    key,
    tag,
  }: { token: string | undefined; signal: AbortSignal; key?: string | undefined; tag?: string | undefined },
): Promise<Response> {
  return fetch(`${BASE}${path}`, {
    method,
    credentials: key === undefined ? 'same-origin' : 'omit',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(token !== undefined && { 'x-csrf-token': token }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(tag !== undefined && { 'if-none-match': tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
}

/** A proxy may answer 200 with a page of its own. */
function answerIn<Answer>(response: Response, text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    const message =
      'The answer did not come from the API. Something between this page and the server answered.';
    throw new ApiFailure({ status: response.status, name: 'application_error', message });
  }
}
