// A client of the Model Context Protocol, the SDK's own: over HTTP, or over stdio with `posthorn mcp` as its child.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const PROGRAM = fileURLToPath(new URL('../../../cli/posthorn.mjs', import.meta.url));

/** A connected client. */
export interface McpClient {
  client: Client;
  /** Calls a tool. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** Calls a tool. @returns its data */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any operation.
  ask(name: string, args?: Record<string, unknown>): Promise<any>;
}

/** Who connects, to which server. */
interface Connection {
  url: string;
  token: string;
}

/** The ways to connect. */
export const MCP_TRANSPORTS = {
  http: ({ url, token }: Connection) =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}`, 'user-agent': 'an-agent' } },
    }) as Transport,
  stdio: ({ url, token }: Connection) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      env: { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: url },
    }),
};

/** Connects a client, which the test closes. @throws Error when the server refuses it */
export async function connectMcp(
  connection: Connection,
  transport: keyof typeof MCP_TRANSPORTS = 'http',
): Promise<McpClient> {
  const client = new Client({ name: 'posthorn-tests', version: '1' });
  await client.connect(MCP_TRANSPORTS[transport](connection));
  const call = async (name: string, args = {}) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  return { client, call, ask: async (name, args) => dataOf(await call(name, args)) };
}

/** The data of a result: the last line of its text. */
export function dataOf({ content: [part] }: CallToolResult): unknown {
  if (part?.type !== 'text') throw new Error('The result has no text.');
  return JSON.parse(part.text.split('\n').at(-1) ?? '');
}
