// The free ports of `npm start` and of the products of flows.
import { expect } from 'chai';
import { freePort } from '../../../dev/processes/ports.ts';

const PORTS = 400;

describe('Free ports', () => {
  it('are chosen once each, although nothing listens on them yet', async () => {
    const ports = new Set<number>();
    for (let count = 0; count < PORTS; count += 1) ports.add(await freePort());
    expect(ports.size).to.equal(PORTS);
  });
});
