// Each webhook event for the dashboard's list of them: when it happens, the fields of its data, and a sample payload, that of
// POST /webhooks/:id/test with the same ids and time whenever it is written. `npm run openapi` writes them, and a test fails
// while the committed file differs.
import { PAYLOADS } from '../../shared/contract/payloads.ts';
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
    '/** Type of a webhook event → when it happens, and field of its data → what it is. */',
    `export const DESCRIBED_EVENTS = ${JSON.stringify(describeEvents(), null, 2)};`,
    '',
  ].join('\n');
}

function describeEvents(): Record<string, object> {
  const described = Object.entries(PAYLOADS).map(([type, { summary, data }]) => {
    const fields = Object.entries(data).map(([name, { description }]) => [name, description]);
    return [type, { summary, fields: Object.fromEntries(fields) }];
  });
  return Object.fromEntries(described);
}
