// A server that only notes requests: snippets ask it instead of the API, each below a path of its own, and get the
// answer that the page shows, or a file where they accept only that.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ShownSnippet } from './shown-snippets.ts';

/** A request as it has arrived. */
export interface NotedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A running server. */
export interface SnippetServer {
  /** What snippet number `index` has for the address of the API. */
  baseUrlOf(index: number): string;
  /** What snippet number `index` has sent. */
  notedOf(index: number): readonly NotedRequest[];
  close(): void;
}

/** What is answered where a file is accepted. */
export const FILE_ANSWER = 'a file\r\nof two lines\r\n';

const OWN_PATH = /^\/(?<index>\d+)(?<path>\/.*)$/;

/** Starts a server of some snippets. */
export async function startSnippetServer(snippets: readonly ShownSnippet[]): Promise<SnippetServer> {
  const noted = snippets.map((): NotedRequest[] => []);
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { index, path = '' } = OWN_PATH.exec(url)?.groups ?? {};
    noted[Number(index)]?.push({ method, path, headers, body: await buffer(request) });
    const snippet = snippets[Number(index)];
    if (!snippet) return void response.writeHead(404).end();
    const { download } = snippet.use;
    const isFile = download !== undefined && headers.accept === download;
    response
      .writeHead(snippet.example.status, { 'content-type': isFile ? download : 'application/json' })
      .end(isFile ? FILE_ANSWER : JSON.stringify(snippet.example.answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrlOf: (index) => `http://127.0.0.1:${port}/${index}`,
    notedOf: (index) => noted[index] ?? [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
