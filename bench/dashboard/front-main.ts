// The one address that the browser opens: it answers the bare page itself and hands everything else to the API. So the
// bare page and the dashboard have the same origin, the same cookie, and the same way to the API. The bare page is what
// one would write in five minutes: a document, and a script that asks for the list and prints it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { serveParent } from '../processes/serve-parent.ts';

const DOCUMENT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Emails</title></head>
<body><table><tbody></tbody></table><script type="module" src="/bare/list.js"></script></body>
</html>
`;
const SCRIPT = `const search = location.search ? '&' + location.search.slice(1) : '';
const answer = await fetch('/emails?limit=50' + search);
const { data } = await answer.json();
const rows = data.map(({ to, subject, last_event, created_at }) => {
  const row = document.createElement('tr');
  for (const text of [subject, to.join(', '), last_event, created_at]) {
    const cell = document.createElement('td');
    cell.textContent = text;
    row.append(cell);
  }
  return row;
});
document.querySelector('tbody').append(...rows);
`;
// It is compiled, and the document is at the root of the package.
const GUIDE = readFileSync(
  new URL('docs/guides/quick-start.md', import.meta.resolve('#openapi.json')),
  'utf8',
);
const BARE_GUIDE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Guide</title></head>
<body><article>${GUIDE.split('\n\n')
  .map((part) => `<p>${escapeHtml(part)}</p>`)
  .join('\n')}</article></body>
</html>
`;
/** Path → answer. The headers are the same as for the dashboard's page and its scripts. */
const BARE = new Map([
  ['/bare/guide', { type: 'text/html; charset=utf-8', caching: 'private, no-cache', body: BARE_GUIDE }],
  ['/bare', { type: 'text/html; charset=utf-8', caching: 'private, no-store', body: DOCUMENT }],
  [
    '/bare/list.js',
    { type: 'text/javascript; charset=utf-8', caching: 'public, max-age=31536000, immutable', body: SCRIPT },
  ],
]);

const [apiUrl = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

await serveParent(async () => {
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', apiUrl);
    const bare = BARE.get(pathname);
    if (!bare) return hand(incoming, outgoing);
    outgoing.writeHead(200, {
      'Content-Type': bare.type,
      'Content-Length': Buffer.byteLength(bare.body),
      'Cache-Control': bare.caching,
    });
    outgoing.end(bare.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    announcement: { port: (server.address() as AddressInfo).port },
    stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
});

/** Passes a request to the API unchanged. */
function hand(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(apiUrl);
  const { method, url: path, rawHeaders: headers } = incoming;
  const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  // The browser has left, or the API has ended, which the bench notices elsewhere.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
