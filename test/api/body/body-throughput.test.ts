// Slow or stalled bodies (slow loris): the time limit of each 10 KB of a body, with mocked timers. Over HTTP:
// test/api/body/email/refused-bodies.test.ts.
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Request } from 'express';
import { BodyThroughput } from '../../../api/body/body-throughput.ts';

const WINDOW_MS = 10_000;
const ENOUGH_BYTES = 10 * 1024;

/** The watch decides in the next turn of the event loop, after the bytes that arrived in between are read. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Rejects a body that arrives more slowly than 10 KiB per 10 seconds with validation_error 422, and closes the connection.', () => {
  let stalled: string[];
  let throughput: BodyThroughput;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    stalled = [];
    const request = { app: { get: () => WINDOW_MS } } as unknown as Request;
    throughput = new BodyThroughput(request, ({ name }) => stalled.push(name));
    throughput.start();
  });
  afterEach(() => mock.timers.reset());

  it('gives up after 10 s with one byte less than 10 KB', async () => {
    throughput.count(ENOUGH_BYTES - 1);
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.deep.equal(['validation_error']);
  });

  it('starts a new period of 10 s whenever 10 KB have arrived', async () => {
    for (let window = 0; window < 5; window += 1) {
      mock.timers.tick(WINDOW_MS - 1);
      throughput.count(1);
      throughput.count(ENOUGH_BYTES - 1);
    }
    expect(stalled).to.deep.equal([]);
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.have.length(1);
  });

  it('counts bytes that arrived in time but are read late, because the process was busy', async () => {
    mock.timers.tick(WINDOW_MS);
    throughput.count(ENOUGH_BYTES);
    await turn();
    expect(stalled).to.deep.equal([]);
  });

  it('does not count time in which the server does not read', async () => {
    throughput.stop();
    mock.timers.tick(10 * WINDOW_MS);
    await turn();
    expect(stalled).to.deep.equal([]);
    throughput.start();
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.have.length(1);
  });
});
