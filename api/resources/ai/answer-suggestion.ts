// Answers a suggestion of the model: as JSON when it is complete, or as events while it arrives. A client that
// disconnects ends the request to the model.
import type { Request, Response } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { type SuggestionTask, suggest } from '../../../shared/resources/flows/ai/suggest.ts';
import { parseJson } from '../../body/read-json-body.ts';
import type { Caller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { eventStream } from '../../http/event-stream.ts';
import { wantsType } from '../../http/wants-type.ts';
import { describeFailure } from '../../middleware/errors.ts';
import type { Answer } from '../../route.ts';

/** A request for a suggestion. */
interface Asked {
  deps: ApiDeps;
  caller: Caller;
  request: Request;
  response: Response;
}

/** @throws DomainError as `suggest` */
export async function answerSuggestion<Suggestion>(
  { deps, caller: { accountId }, request, response }: Asked,
  task: SuggestionTask<Suggestion>,
  toSuggestion: (suggestion: Suggestion) => object,
): Promise<Answer> {
  const gone = new AbortController();
  response.once('close', () => gone.abort(new DomainError('validation_error', 'The client has gone.')));
  if (response.destroyed) gone.abort(new DomainError('validation_error', 'The client has gone.'));
  const waiter = { accountId, signal: gone.signal };
  const suggestDeps = {
    ...deps,
    timeoutMs: deps.config.ai?.timeoutMs ?? 0,
    parseJson: (text: string) => parseJson(Buffer.from(text)),
  };
  if (!wantsType(request, 'text/event-stream')) return toSuggestion(await suggest(suggestDeps, task, waiter));
  return await eventStream(
    async (send) => {
      const suggestion = await suggest(suggestDeps, task, {
        ...waiter,
        onText: (text) => send('delta', { text }),
        onRestart: (reason) => send('restart', { reason }),
      });
      send('suggestion', toSuggestion(suggestion));
    },
    (error) => describeFailure(error, { deps, response }).body,
  );
}
