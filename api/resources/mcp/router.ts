// Route of /mcp: the Model Context Protocol over HTTP without sessions. Each message is a request and its answer is JSON,
// so any process of the API answers it. Other methods are for streams and sessions, which do not exist here.
import type { RequestHandler } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { Content, Reply } from '../../reply.ts';
import { type Resource, route } from '../../route.ts';
import { answerMessage } from './exchange.ts';
import { mcpMessageBody } from './input.ts';
import { createCallOperation } from './operations/call.ts';

/** Route of the Model Context Protocol. */
export const mcpRoutes: Resource = [
  route(
    OPERATIONS.exchangeMcpMessage,
    { body: mcpMessageBody },
    async ({ deps: { log }, body, request, response }) => {
      const { status, text } = await answerMessage(body, {
        protocolVersion: request.get('mcp-protocol-version'),
        call: createCallOperation(request, response),
        log,
      });
      return new Reply(status, text === '' ? new Content('application/json', '') : text);
    },
  ),
];

/** Refuses other methods with the status by which clients see that there is no stream (405). */
export const refuseMcpStreams: RequestHandler = (_request, response) => {
  response.set('Allow', 'POST');
  throw new DomainError('not_found', '`/mcp` takes only POST: it has no streams and no sessions.', {
    statusCode: 405,
  });
};
