// The request and response classes that the server hands to Express, so that Express need not change the prototype of
// each request (api/http/message-classes.ts).
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express, { type Express } from 'express';
import { messageClassesOf } from '../../../api/http/message-classes.ts';

describe('The classes of requests and responses', () => {
  let app: Express;
  let server: Server;
  let prototypes: unknown[];
  const get = async (path: string) => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  };

  beforeEach(async () => {
    app = express();
    const mounted = express();
    mounted.get('/', (request, response) => {
      response.json({ isItsOwn: request.app === mounted && response.app === mounted });
    });
    app.use('/mounted', mounted);
    app.get('/', (request, response) => {
      const isSame = [request, response]
        .map((each) => Object.getPrototypeOf(each))
        .every(isAmong(prototypes));
      const isOfApp = request.app === app && response.app === app;
      const isOfNode = request instanceof IncomingMessage && response instanceof ServerResponse;
      response.json({ isSame, isOfApp, isOfNode });
    });
    server = createServer(messageClassesOf(app));
    server.on('request', (request, response) => {
      prototypes = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    });
    server.on('request', app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('have the prototypes that Express would set on each request and response', async () => {
    expect(await get('/')).to.deep.equal({ isSame: true, isOfApp: true, isOfNode: true });
  });

  it('leave a mounted application its own prototypes', async () => {
    expect(await get('/mounted')).to.deep.equal({ isItsOwn: true });
    expect(await get('/')).to.deep.include({ isSame: true });
  });

  it('are those of Node for a listener that is not an Express application', () => {
    expect(messageClassesOf(() => {})).to.deep.equal({});
  });
});

function isAmong(prototypes: readonly unknown[]) {
  return (prototype: unknown) => prototypes.includes(prototype);
}
