import { mock } from 'node:test';
import { expect } from 'chai';
import type { Request } from 'express';
import { BodyArrival } from '../../../api/body/body-arrival.ts';

const WINDOW_MS = 10_000;
const ENOUGH_BYTES = 10 * 1024;

/** It decides in the next turn of the event loop, when what has come meanwhile is read. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The watch of a body that arrives', () => {
  let stalled: string[];
  let arrival: BodyArrival;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    stalled = [];
    const request = { app: { get: () => WINDOW_MS } } as unknown as Request;
    arrival = new BodyArrival(request, ({ name }) => stalled.push(name));
    arrival.start();
  });
  afterEach(() => mock.timers.reset());

  it('gives up when less than 10 KB arrive in 10 s', async () => {
    arrival.count(ENOUGH_BYTES - 1);
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.deep.equal(['validation_error']);
  });

  it('begins a new window whenever 10 KB have arrived', async () => {
    for (let window = 0; window < 5; window += 1) {
      mock.timers.tick(WINDOW_MS - 1);
      arrival.count(1);
      arrival.count(ENOUGH_BYTES - 1);
    }
    expect(stalled).to.deep.equal([]);
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.have.length(1);
  });

  it('does not take its own process being held up for a client that has stopped', async () => {
    mock.timers.tick(WINDOW_MS);
    arrival.count(ENOUGH_BYTES);
    await turn();
    expect(stalled).to.deep.equal([]);
  });

  it('does not count the time in which nobody reads', async () => {
    arrival.stop();
    mock.timers.tick(10 * WINDOW_MS);
    await turn();
    expect(stalled).to.deep.equal([]);
    arrival.start();
    mock.timers.tick(WINDOW_MS);
    await turn();
    expect(stalled).to.have.length(1);
  });
});
