// A sample payload of each webhook event for the dashboard's list of them: those of POST /webhooks/:id/test, with the
// same ids and time whenever they are written. `npm run openapi` writes them, and a test fails while the committed file
// differs.
import { WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';
import { createSampleEvent } from '../../shared/resources/sample-events.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

/** @returns the text of dashboard/api/generated/sample-payloads.ts */
export async function describeSamplePayloads(): Promise<string> {
  const samples: Record<string, object> = {};
  for (const type of WEBHOOK_EVENT_TYPES) {
    let made = 0;
    const nextId = () => {
      made += 1;
      return `0199d3a0-0000-7000-8000-${String(made).padStart(12, '0')}`;
    };
    samples[type] = await createSampleEvent(type, { nextId, now: NOW, simulatorDomain: 'simulator.test' });
  }
  return [
    '// Written by `npm run openapi`. Do not edit.',
    '',
    '/** Type of a webhook event → a payload of it. */',
    `export const SAMPLE_PAYLOADS = ${JSON.stringify(samples, null, 2)};`,
    '',
  ].join('\n');
}
