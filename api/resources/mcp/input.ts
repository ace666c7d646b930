// Input of /mcp (docs/reference/mcp.md): a message of JSON-RPC. What a method takes is checked where it is answered.
import Joi from 'joi';

/** A message of a client. */
export interface McpMessage {
  jsonrpc: '2.0';
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: Record<string, unknown>;
}

/** Body of POST /mcp. */
export const mcpMessageBody = Joi.object<McpMessage>({
  jsonrpc: Joi.valid('2.0').required().description('Version of JSON-RPC'),
  id: Joi.alternatives(Joi.string().allow(''), Joi.number().integer().strict()).description(
    'Id of the message. A message without an id gets no response',
  ),
  method: Joi.string().description('Method, such as `tools/list`'),
  params: Joi.object().description('Parameters of the method'),
  result: Joi.object().description('Response of the client to a message of the server; it is ignored'),
  error: Joi.object().description('Error response of the client to a message of the server; it is ignored'),
});
