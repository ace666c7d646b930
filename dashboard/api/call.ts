// Calls operations of the API with the cookie of the session: `call('getEmail', { id })`. A change carries the CSRF
// token of the session; when the token has changed in another tab, the session is read again and the call repeated once,
// unless the other tab has gone to another account: then it would change what is not on the screen.
import { BASE } from './base.ts';
import { ApiFailure, failureOf } from './failure.ts';
import type { Session } from './generated/types.ts';
import {
  type AnswerOf,
  type ApiRequest,
  type InputArgument,
  type OperationId,
  requestOf,
} from './request.ts';

const TIMEOUT_MS = 30_000;

let current: Session | undefined;
const changesUnderWay = new Set<Promise<unknown>>();
let changesDone = 0;
const onSignedOut = new Set<() => void>();
const onRefused = new Set<() => void>();

/** Remembers the session whose token changes carry. */
export function setCurrentSession(session: Session | undefined): void {
  current = session;
}

/** Runs when a call finds that the session has ended. @returns stops it */
export function whenSignedOut(listener: () => void): () => void {
  onSignedOut.add(listener);
  return () => onSignedOut.delete(listener);
}

/** Runs when a call finds that the role allows less than the page shows. @returns stops it */
export function whenRoleRefused(listener: () => void): () => void {
  onRefused.add(listener);
  return () => onRefused.delete(listener);
}

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

/** As `call`, until the signal says that nobody waits for the answer. */
export async function callUntil<Id extends OperationId>(
  signal: AbortSignal,
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  return await send(requestOf(id, ...input), signal);
}

/** Reads what is no operation of the API, as `/app/work`. @throws ApiFailure */
export async function readPath<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  return await send({ method: 'GET', path, body: undefined }, signal);
}

/** Calls an operation with an API key in place of the session, as a program does. */
export async function callWithKey<Id extends OperationId>(
  key: string,
  id: Id,
  ...input: InputArgument<Id>
): Promise<AnswerOf<Id>> {
  const request = requestOf(id, ...input);
  return await answerOf(await fetchOrFail(request, { authorization: `Bearer ${key}` }, undefined, 'omit'));
}

async function send<Answer>(request: ApiRequest, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await (request.method === 'GET' ? read<Answer>(request, signal) : change<Answer>(request, signal));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    announceRefusal(error);
    if (!isTokenRefused(error, request)) throw error;
    await renewToken(error);
    return await answerOf(await fetchOrFail(request, csrfHeader(request), signal));
  }
}

function announceRefusal(error: ApiFailure): void {
  if (error.isSignedOut) for (const listener of onSignedOut) listener();
  if (error.name === 'view_only_member') for (const listener of onRefused) listener();
}

/**
 * A change may give the session another cookie, as going to another account does. A read that was under way at that time
 * came with the cookie of before and is refused; it is repeated once.
 */
async function read<Answer>(request: ApiRequest, signal: AbortSignal | undefined): Promise<Answer> {
  const changesBefore = changesDone;
  const attempt = async () => await answerOf<Answer>(await fetchOrFail(request, {}, signal));
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiFailure && error.isSignedOut)) throw error;
    await Promise.allSettled(changesUnderWay);
    if (changesDone === changesBefore) throw error;
    return await attempt();
  }
}

async function change<Answer>(request: ApiRequest, signal: AbortSignal | undefined): Promise<Answer> {
  const answer = fetchOrFail(request, csrfHeader(request), signal).then((response) =>
    answerOf<Answer>(response),
  );
  changesUnderWay.add(answer);
  try {
    const done = await answer;
    changesDone += 1;
    return done;
  } finally {
    changesUnderWay.delete(answer);
  }
}

function csrfHeader({ method }: ApiRequest): Record<string, string> {
  return method === 'GET' || !current ? {} : { 'x-csrf-token': current.csrf_token };
}

/** Of the errors with this name only those about where a request comes from have the status 403. */
function isTokenRefused({ status, name }: ApiFailure, { method }: ApiRequest): boolean {
  return method !== 'GET' && status === 403 && name === 'validation_error' && current !== undefined;
}

async function renewToken(refused: ApiFailure): Promise<void> {
  const before = current;
  const session = await answerOf<Session>(await fetchOrFail(requestOf('getSession'), {}, undefined));
  if (session.csrf_token === before?.csrf_token) throw refused;
  if (session.account.id !== before?.account.id || session.person.id !== before.person.id) {
    throw new ApiFailure({
      status: 403,
      name: 'validation_error',
      message: `You are signed in to ${session.account.name} in another tab. Load this page again first.`,
    });
  }
  current = session;
}

async function fetchOrFail(
  { method, path, body, headers: ownHeaders }: ApiRequest,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  credentials: RequestCredentials = 'same-origin',
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(`${BASE}${path}`, {
      method,
      credentials,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    // Nobody waits for it any more.
    if (signal?.aborted) throw error;
    const message = timeout.aborted
      ? 'The server did not answer within 30 seconds.'
      : 'The server cannot be reached. Check your connection.';
    throw new ApiFailure({ status: 0, name: 'network_error', message });
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as Answer;
}
