// Requests of the application to itself (api/http/in-process.ts): both ends of a connection in memory end together, as those
// of a real one.
import { expect } from 'chai';
import express, { type Express, type Response } from 'express';
import { requestInProcess } from '../../../api/http/in-process.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { createSignal } from '../../support/time/signal.ts';

describe('A request in process', () => {
  let app: Express;
  let client: AbortController;
  let answer: (response: Response) => void;
  let closed: ReturnType<typeof createSignal>;
  const ask = (query = '') => {
    const sent = { method: 'GET', path: `/${query}`, headers: {}, body: undefined, remoteAddress: '::1' };
    const ids = createIds(createSystemClock());
    return requestInProcess({ app, ids, maxBytes: 1_000 }, { ...sent, signal: client.signal });
  };
  beforeEach(() => {
    [app, client, closed] = [express(), new AbortController(), createSignal()];
    app.get('/', (_request, response) => {
      response.once('close', closed.give);
      answer(response);
    });
  });

  it('ends for the handler when the client goes away, and when the answer is too large to be read', async () => {
    answer = () => client.abort();
    expect(await ask().catch(({ name }: Error) => name)).to.equal('AbortError');
    await closed.given;
    [client, closed] = [new AbortController(), createSignal()];
    answer = (response) => void response.end('x'.repeat(1_000_000));
    expect(await ask()).to.include({ status: 200, text: undefined });
    await closed.given;
  });

  it('fails when the answer breaks off', async () => {
    answer = (response) => response.write('half', () => response.destroy());
    expect(await ask().catch(({ message }: Error) => message)).to.equal('aborted');
  });

  it('answers a path that is too long for HTTP as the server does', async () => {
    const { status, text } = await ask(`?q=${'x'.repeat(20_000)}`);
    expect([status, JSON.parse(text ?? '').name]).to.deep.equal([422, 'validation_error']);
  });
});
