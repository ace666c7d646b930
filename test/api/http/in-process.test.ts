// Requests of the application to itself (api/http/in-process.ts).
import { once } from 'node:events';
import { expect } from 'chai';
import express from 'express';
import { requestInProcess } from '../../../api/http/in-process.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { failureOf } from '../../support/failure-of.ts';

const TEXT = { 'content-type': 'text/plain' };

describe('A request in process', () => {
  const app = express();
  app.set('trust proxy', true);
  const asked: express.Response[] = [];
  const served: string[] = [];
  const ids = createIds(createSystemClock());
  app.post('/echo/:word', express.text({ type: '*/*', limit: '10mb' }), (request, response) => {
    const { ip, params, body, query } = request;
    response.status(201).json({ ip, params, query, length: body.length });
  });
  app.use('/whole', express.text({ type: '*/*' }), (request, response) => {
    served.push(`${request.method} ${request.body}`);
    response.end();
  });
  app.get('/endless', (_request, response) => {
    asked.push(response);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
    };
    response.on('drain', write);
    write();
  });
  app.get('/silent', (_request, response) => {
    asked.push(response);
    app.emit('silent');
  });
  app.get('/broken', (_request, response) => {
    response.write('x');
    response.destroy();
  });
  const ask = (method: string, path: string, more: object = {}, maxBytes = 10_000) => {
    const { signal } = new AbortController();
    const request = {
      method,
      path,
      headers: TEXT,
      body: undefined,
      remoteAddress: '10.1.2.3',
      signal,
      ...more,
    };
    return requestInProcess({ app, ids, publicUrl: 'http://localhost', maxBytes }, request);
  };

  it('has the address of the client, its headers, and a body of any size', async () => {
    const body = 'é'.repeat(1_000_000);
    const { status, contentType, text } = await ask('POST', '/echo/a%2Fb?x=1', { body });
    expect([status, contentType]).to.deep.equal([201, 'application/json; charset=utf-8']);
    const echoed = { ip: '10.1.2.3', params: { word: 'a/b' }, query: { x: '1' }, length: body.length };
    expect(JSON.parse(text ?? '')).to.deep.equal(echoed);
    const headers = { ...TEXT, 'x-forwarded-for': '192.0.2.7' };
    expect(JSON.parse((await ask('POST', '/echo/x', { headers, body: 'x' })).text ?? '').ip).to.equal(
      '192.0.2.7',
    );
  });

  it('is one request whatever its method and its body are', async () => {
    const body = 'DELETE /whole/é HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (const method of ['DELETE', 'POST', 'GET'])
      expect((await ask(method, '/whole', { body })).status).to.equal(200);
    expect(served).to.deep.equal([`DELETE ${body}`, `POST ${body}`, `GET ${body}`]);
  });

  it('ends an answer that is too large, as a client that disconnects', async () => {
    const { text } = await ask('GET', '/endless');
    expect(text).to.equal(undefined);
    const response = asked.pop();
    if (!response?.closed) await once(response ?? expect.fail('Nothing was asked.'), 'close');
  });

  it('ends with the request that has made it, and fails when the answer breaks off', async () => {
    const gone = new AbortController();
    const silent = once(app, 'silent');
    const failure = failureOf(ask('GET', '/silent', { signal: gone.signal }));
    await silent;
    const response = asked.pop() ?? expect.fail('Nothing was asked.');
    const closed = once(response, 'close');
    gone.abort();
    await closed;
    expect(await failure).to.have.property('name', 'AbortError');
    expect(await failureOf(ask('GET', '/broken'))).to.be.an('error');
  });

  it('answers a path that is too long for HTTP as the server does', async () => {
    const { status, text } = await ask('GET', `/?q=${'x'.repeat(20_000)}`);
    expect([status, JSON.parse(text ?? '').name]).to.deep.equal([422, 'validation_error']);
  });
});
