import { expect } from 'chai';
import { isSimulatorAddress } from '../../../shared/mail/simulator-address.ts';

describe('an address of the simulator', () => {
  for (const address of [
    'delivered@simulator.test',
    'bounced+label@simulator.test',
    '"a@b"@simulator.test',
  ]) {
    it(`is one at its domain: ${address}`, () => {
      expect(isSimulatorAddress(address, ['play.dev', 'simulator.test'])).to.equal(true);
    });
  }

  for (const address of ['a@sub.simulator.test', 'a@notsimulator.test', '"@simulator.test"@customer.dev']) {
    it(`is not ${address}`, () => {
      expect(isSimulatorAddress(address, ['play.dev', 'simulator.test'])).to.equal(false);
    });
  }
});
