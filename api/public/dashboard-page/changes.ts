// Streams changes to the dashboard: server-sent events that name resources and say nothing about their rows
// (docs/reference/pages.md#what-has-changed). The page then reads what it shows. A browser keeps one stream for all of
// its tabs. shared/resources/foundation/changes/ sees the changes.
import { type Response, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { findCaller, type SessionCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { missingCredentials } from '../../middleware/authenticate.ts';
import { measureUntilNow, setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession } from '../../sessions/authenticate-session.ts';
import { checkSameOrigin } from '../../sessions/same-origin.ts';

const PATH = '/app/changes';
/** Proxies commonly close connections that were silent for 30 to 60 seconds. */
const BEAT_MS = 20_000;
const RETRY_AFTER_SECONDS = 60;

/** The route. It refuses like the API. */
export function changesRouter(deps: ApiDeps): Router {
  return Router().get(PATH, setRouteLabel(PATH), async (request, response) => {
    // A tab that is left open keeps its stream, and must not keep its person signed in.
    await authenticateSession(deps, request, response, { isUse: false });
    const caller = findCaller(request);
    if (caller?.kind !== 'session') throw missingCredentials(request);
    // The token was checked; without it another page of the site could fill the places of the account.
    if (request.get('x-csrf-token') === undefined) checkSameOrigin(request);
    if (!response.destroyed) openStream(deps, caller, response);
  });
}

/** @throws DomainError 503 when there is no room */
function openStream({ changes }: ApiDeps, { sessionId, accountId }: SessionCaller, response: Response): void {
  const { add, beat } = eventsOf(response);
  const end = changes.watch({ sessionId, accountId, onChanged: add, onEnd: () => response.end() });
  if (!end)
    throw new DomainError(
      'application_error',
      'Too many clients are watching for changes. Try again later.',
      {
        statusCode: 503,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
  const beats = setInterval(beat, BEAT_MS);
  response.once('close', () => {
    clearInterval(beats);
    end();
  });
  measureUntilNow(response);
  // Proxies that buffer answers would delay the events.
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.write(': open\n\n');
  if (response.req.method === 'HEAD') response.end();
}

/** Writes events as the client reads: what it has not read yet is one event, however long it takes. */
function eventsOf(response: Response): { add(names: readonly string[]): void; beat(): void } {
  let waiting: readonly string[] | undefined;
  const write = (text: string) => {
    const canWrite = !response.writableEnded && !response.writableNeedDrain;
    if (canWrite) response.write(`${text}\n\n`);
    return canWrite;
  };
  const writeWaiting = () => {
    if (waiting && write(`data: ${JSON.stringify({ changed: waiting })}`)) waiting = undefined;
  };
  response.on('drain', writeWaiting);
  return {
    add(names) {
      waiting = [...new Set([...(waiting ?? []), ...names])];
      writeWaiting();
    },
    beat: () => void write(': beat'),
  };
}
