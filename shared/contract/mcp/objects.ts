// The Model Context Protocol: the answer of its operation, as JSON Schema. The protocol defines the message, so it has no
// field `object`.
import type { ObjectFields } from '../shapes.ts';

/** Name of an object → its fields. */
export const MCP_OBJECTS = {
  McpMessage: {
    jsonrpc: { description: 'Version of JSON-RPC', const: '2.0' },
    id: { description: 'Id of the message that this answers', type: ['string', 'integer'] },
    result: { description: 'The result, as its method defines it', type: 'object' },
    error: { description: 'Why there is no result: `code` and `message`', type: 'object' },
  },
} as const satisfies Record<string, ObjectFields>;
