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
    'Id of the message; without one, it is not answered',
  ),
  method: Joi.string().description('Method, such as `tools/list`'),
  params: Joi.object().description('What the method takes'),
  result: Joi.object().description('Answer of the client to a message of the server; it is ignored'),
  error: Joi.object().description('Refusal of a message of the server; it is ignored'),
});
