// Route of /mcp: the Model Context Protocol over HTTP without sessions. Each message is a request and its answer is JSON,
// so any process of the API answers it. Other methods are for streams and sessions, which do not exist here.
import type { RequestHandler } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { MCP_PATH } from '../../middleware/record-requests.ts';
import { Content, Reply } from '../../reply.ts';
import { type Resource, route } from '../../route.ts';
import { answerMessage } from './exchange.ts';
import { mcpMessageBody } from './input.ts';
import { createCallOperation } from './operations/call.ts';
import { OPERATION_SEARCH } from './operations/find.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Route of the Model Context Protocol. */
export const mcpRoutes: Resource = [
  route(
    OPERATIONS.exchangeMcpMessage,
    { body: mcpMessageBody },
    async ({ deps, caller, body, request, response }) => {
      const { log, config, computer } = deps;
      checkOrigin(request.get('origin'), config.publicUrl);
      const answer = await answerMessage(body, {
        protocolVersion: request.get('mcp-protocol-version'),
        call: createCallOperation(deps, request, response),
        search: (task, count) => computer.run(caller.accountId, OPERATION_SEARCH, task, count),
        publicUrl: config.publicUrl,
        log,
      });
      return answer ?? new Reply(202, new Content('application/json', ''));
    },
  ),
];

/**
 * Refuses a page of another server: with a name that points to this machine it could reach a server that only this machine
 * reaches (DNS rebinding). Programs send no origin.
 */
function checkOrigin(origin: string | undefined, publicUrl: string): void {
  if (origin === undefined) return;
  const from = /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined;
  if (from && (from.host === new URL(publicUrl).host || LOOPBACK.has(from.hostname))) return;
  throw new DomainError('validation_error', 'Pages of other servers cannot call `/mcp`.', {
    statusCode: 403,
  });
}

/** Refuses other methods with the status by which clients see that there is no stream (405). */
export const refuseMcpStreams: RequestHandler = (request, response, next) => {
  if (!MCP_PATH.test(request.path)) return next();
  response.set('Allow', 'POST');
  throw new DomainError('not_found', '`/mcp` accepts only POST: it has no streams and no sessions.', {
    statusCode: 405,
  });
};
