// Tests of the crash flow's load with a fake server: an unexpected answer fails the flow with the complete answer, and
// only requests with an idempotency key are repeated.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { failureOf } from '../../support/failure-of.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { sendPosts } from './load.ts';
import { type Post, planPosts } from './posts.ts';

describe('The load of the crash flow', () => {
  let server: Server;
  let client: ApiClient;
  /** Idempotency keys of the requests, in their order; `none` for requests without. */
  let asked: string[];
  let answer: (response: ServerResponse, times: number) => void;

  beforeEach(async () => {
    asked = [];
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const key = String(request.headers['idempotency-key'] ?? 'none');
      asked.push(key);
      request.resume().once('end', () => answer(response, asked.filter((one) => one === key).length));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    client = createApiClient({ url: `http://127.0.0.1:${port}`, apiKey: 'none', connections: 2 });
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  const say = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const plan = (isWanted: (post: Post) => boolean) =>
    planPosts(1, 'flow@mail.dev').filter(isWanted).slice(0, 1);
  const isOrdinary = ({ path, isCanceled }: Post) => path === '/emails' && !isCanceled;
  const send = (posts: Post[], areOutagesExpected: boolean) =>
    sendPosts({
      client,
      posts,
      lanes: 1,
      areOutagesExpected,
      onProgress: () => {},
      beforeRepeats: () => Promise.resolve(),
    });

  it('fails with the status and the body of an unexpected answer', async () => {
    answer = (response) => say(response, 503, { name: 'sending_service_unavailable' });
    const { message } = await failureOf(send(plan(isOrdinary), true));
    expect(message).to.include('POST /emails').and.include('tag-1');
    expect(message).to.include('was answered 503 {"name":"sending_service_unavailable"}');
  });

  it('fails with the status and the body of a read that is not answered 200', async () => {
    answer = (response) => say(response, 500, { name: 'internal_server_error' });
    const { message } = await failureOf(client.read('/emails/metrics'));
    expect(message).to.include('GET /emails/metrics').and.include('500 {"name":"internal_server_error"}');
  });

  it('fails on a broken connection when no outage is expected', async () => {
    answer = (response) => response.destroy();
    const broken = await failureOf(send(plan(isOrdinary), false));
    expect(broken.message).to.include('by a broken connection');
  });

  it('fails on an application_error when no outage is expected', async () => {
    answer = (response) => say(response, 500, { name: 'application_error' });
    const { message } = await failureOf(send(plan(isOrdinary), false));
    expect(message).to.include('500 {"name":"application_error"}');
  });

  it('never repeats a request without a key whose answer is lost', async () => {
    answer = (response) => response.destroy();
    const [entry] = await send(
      plan((post) => isOrdinary(post) && post.key === undefined),
      true,
    );
    expect([...(entry?.ids ?? [])]).to.deep.equal([]);
    expect(asked).to.deep.equal(['none']);
  });

  it('fails on a key that is held before its first request when no outage is expected', async () => {
    answer = (response) => say(response, 409, { name: 'concurrent_idempotent_requests' });
    const { message } = await failureOf(
      send(
        plan((post) => isOrdinary(post) && post.key !== undefined),
        false,
      ),
    );
    expect(message).to.include('409 {"name":"concurrent_idempotent_requests"}');
  });

  it('repeats a request with a key until it is answered', async () => {
    const answers = [
      (response: ServerResponse) => say(response, 409, { name: 'concurrent_idempotent_requests' }),
      (response: ServerResponse) => response.destroy(),
      (response: ServerResponse) => say(response, 409, { name: 'concurrent_idempotent_requests' }),
      (response: ServerResponse) => say(response, 500, { name: 'application_error' }),
    ];
    answer = (response, times) => (answers[times - 1] ?? ((last) => say(last, 200, { id: 'x' })))(response);
    const posts = plan((post) => isOrdinary(post) && post.key !== undefined);
    const [entry] = await send(posts, true);
    expect([...(entry?.ids ?? [])]).to.deep.equal(['x']);
    expect(asked).to.deep.equal(Array(5).fill(posts[0]?.key));
  });
});
