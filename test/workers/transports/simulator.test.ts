import { expect } from 'chai';
import { simulateDelivery } from '../../../workers/transports/simulator.ts';

describe('A simulated address', () => {
  const ends: [localPart: string, result: string][] = [
    ['delivered', 'delivered'],
    ['bounced', 'bounced'],
    ['complained', 'complained'],
    ['suppressed', 'suppressed'],
    ['failed', 'failed'],
    ['delayed', 'delayed'],
    ['bounced+label', 'bounced'],
    ['Complained+a+b', 'complained'],
    ['+bounced', 'delivered'],
    ['bouncedx', 'delivered'],
    ['anybody', 'delivered'],
    ['constructor', 'delivered'],
    ['__proto__', 'delivered'],
    ['', 'delivered'],
  ];
  for (const [localPart, result] of ends) {
    it(`${localPart || '(empty)'}@ ends as ${result}`, () => {
      expect(simulateDelivery(localPart, 0).result).to.equal(result);
    });
  }

  it('delayed@ is delivered by the second attempt', () => {
    expect(simulateDelivery('delayed', 0).result).to.equal('delayed');
    expect(simulateDelivery('delayed+x', 1).result).to.equal('delivered');
  });

  it('has a reply that fits its outcome', () => {
    expect(simulateDelivery('delivered', 0).reply.code).to.equal(250);
    expect(simulateDelivery('bounced', 0).reply).to.include({ code: 550, enhanced: '5.1.1' });
    expect(simulateDelivery('delayed', 0).reply.code).to.equal(451);
    expect(simulateDelivery('failed', 0).reply).to.include({ code: 554, enhanced: '5.7.1' });
  });
});
