// The conformance tests of the Model Context Protocol, unchanged and as their own process on Node 22, which they need
// (`npm run install:nodes`). Their other scenarios call tools, prompts and resources by the names of a server that was
// made for them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { fileOfGuest, findGuestNode } from '../runner/other-nodes.ts';
import { createCaller } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';

const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

describe('Passes the conformance tests of the Model Context Protocol that any server can pass.', () => {
  const app = useApp();
  const node = findGuestNode(process.env);
  const program = node ? fileOfGuest(node, '@modelcontextprotocol/conformance', 'dist/index.js') : '';
  let url: string;
  let close: () => void;
  // The tests cannot send a key, nor always a User-Agent.
  before(async function () {
    if (!existsSync(program)) this.skip();
    const { token } = await createCaller(app);
    const proxy = createServer((request, response) => {
      const { method, headers } = request;
      const passed = { 'user-agent': 'conformance', ...headers, authorization: `Bearer ${token}` };
      const asked = requestHttp(`${app.url}${request.url}`, { method, headers: passed }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      request.pipe(asked);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
    close = () => void proxy.close();
  });
  after(() => close?.());

  for (const scenario of SCENARIOS)
    it(scenario, async () => {
      const args = [program, 'server', '--url', url, '--scenario', scenario];
      const child = spawn(node?.program ?? '', args);
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const [code] = await once(child, 'close');
      expect(code, output).to.equal(0);
    });
});
