// The Model Context Protocol: its operation, as a row of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const MCP_OPERATIONS = {
  exchangeMcpMessage: {
    method: 'post',
    path: '/mcp',
    permission: 'send',
    // It changes nothing: the operations that a tool calls are requests of their own, with their own rights.
    isRead: true,
    uses: 'calling',
    refuses: ['missing_required_field'],
    summary: 'Answer a Model Context Protocol message, with which a model lists and calls tools',
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    answer: { object: 'McpMessage' },
    status: [200, 202],
  },
} as const satisfies Record<string, DescribedOperation>;
