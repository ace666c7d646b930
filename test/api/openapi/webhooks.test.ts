// The webhooks of openapi.json. Every event that any test causes is held against them too (test/support/api/checked-payloads.ts).
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { WEBHOOK_EVENT_TYPES } from '../../../shared/contract/webhooks/values.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { createSampleEvent } from '../../../shared/resources/sample-events.ts';
import { checkPayload } from '../../support/api/checked-payloads.ts';

describe('Describes every event that a webhook can get in openapi.json, field by field, under `webhooks`.', () => {
  const ids = createIds(createSystemClock());
  const sampleOf = (type: (typeof WEBHOOK_EVENT_TYPES)[number]) =>
    createSampleEvent(type, { nextId: () => ids.next(), now: new Date(), simulatorDomain: 'simulator.test' });

  it('each type', () => {
    const { webhooks } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    expect(Object.keys(webhooks).sort()).to.deep.equal([...WEBHOOK_EVENT_TYPES].sort());
  });

  it('as the samples of all types are, which no field of another type fits', async () => {
    for (const type of WEBHOOK_EVENT_TYPES) {
      const sample = await sampleOf(type);
      checkPayload(sample, { isReal: false });
      const { data } = sample;
      const missing = { ...sample, data: Object.fromEntries(Object.entries(data).slice(1)) };
      for (const wrong of [{ ...sample, data: { ...data, color: 'red' } }, missing, { ...sample, at: 1 }])
        expect(() => checkPayload(wrong, { isReal: false }), type).to.throw(`is none of ${type}`);
    }
  });
});
