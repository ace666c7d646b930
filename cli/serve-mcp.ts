// `posthorn mcp`: the Model Context Protocol over stdio, for programs that start a server as their child. Each message of
// stdin is sent to POST /mcp of the server, and its answer written to stdout, so the tools are always those of the server,
// with the rights of the key. It keeps nothing but the version of the protocol, which every request has to name.
import { createInterface } from 'node:readline';
import { type Connection, openAnswer, readAnswer } from './call.ts';
import { CliFailure } from './failure.ts';
import type { Stdin } from './read-input.ts';

/** A message, as far as it matters here. */
interface StdioMessage {
  id?: string | number | null;
  method?: string;
  result?: { protocolVersion?: string };
}

/** Codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;
/** Status of a message that has no answer. */
const ACCEPTED = 202;

/**
 * Answers messages until stdin ends and the last one is answered.
 * @param write writes a line
 */
export async function serveMcp(
  connection: Connection,
  stdin: Stdin,
  write: (line: string) => void,
): Promise<void> {
  let version: string | undefined;
  const reply = (message: object) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const serve = async (line: string) => {
    const message = parse(line);
    if (!message)
      return reply({ id: null, error: { code: PARSE_ERROR, message: 'The line is not a JSON object.' } });
    const { id = null } = message;
    try {
      const answer = await exchangeMessage(connection, line, version);
      version ??= answer?.result?.protocolVersion;
      if (answer) reply(answer);
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      const { name, message: reason } = error.body;
      // A message without an id wants no answer.
      if (id !== null)
        reply({ id, error: { code: INTERNAL_ERROR, message: `${name}: ${reason}`, data: error.body } });
    }
  };
  const open = new Set<Promise<void>>();
  for await (const line of createInterface({ input: stdin })) {
    if (line.trim() === '') continue;
    const served = serve(line).finally(() => open.delete(served));
    open.add(served);
    // The version is known before the next message is sent.
    if (version === undefined) await served;
  }
  await Promise.all(open);
}

/** Sends a message to the server. @returns its answer, if there is one @throws CliFailure */
async function exchangeMessage(
  connection: Connection,
  body: string,
  version: string | undefined,
): Promise<StdioMessage | undefined> {
  const headers: Record<string, string> = version === undefined ? {} : { 'mcp-protocol-version': version };
  const request = { method: 'POST', path: '/mcp', query: {}, headers, body };
  const response = await openAnswer(connection, request, 'application/json, text/event-stream');
  if (response.statusCode !== ACCEPTED) return (await readAnswer(connection, response)) as StdioMessage;
  response.resume();
  return undefined;
}

function parse(line: string): StdioMessage | undefined {
  try {
    const message: unknown = JSON.parse(line);
    // A list of messages, as old versions of the protocol have it, has no id by which a refusal could be answered.
    return typeof message === 'object' && !Array.isArray(message) && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
