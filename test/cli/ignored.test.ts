// What the command line says of parameters that the server does not know (docs/cli.md#output).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { expectJson, posthorn } from './support/cli.ts';

describe('posthorn, with a server that does not know a parameter,', () => {
  // An older server: this one knows all that the command line sends.
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-ignored-parameters': 'campaign_id' });
    response.end('{"object":"list","has_more":false,"data":[]}');
  });
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  after(() => void server.close());

  it('names it on stderr after what it has read, and prints JSON alone on stdout', async () => {
    const { port } = server.address() as AddressInfo;
    const env = { POSTHORN_API_KEY: 'ph_1', POSTHORN_BASE_URL: `http://127.0.0.1:${port}` };
    const { stderr, ...read } = await posthorn(['emails', 'list'], { env });
    expect(stderr).to.equal('The server ignored these unknown parameters: campaign_id\n');
    expect(expectJson({ ...read, stderr: '' })).to.include({ object: 'list' });
  });
});
