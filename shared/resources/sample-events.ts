// Sample events for POST /webhooks/:id/test, from the manifests. Each resource builds the sample data of its events in the file
// that also builds the real data, so that both have the same shape.
import type { SampleEvent, SampleOptions } from './foundation/sample-event.ts';
import { MANIFESTS } from './resources.ts';

const SAMPLES = Object.fromEntries(MANIFESTS.flatMap(({ samples = {} }) => Object.entries(samples)));

/** Builds a sample event. */
export async function createSampleEvent(
  type: SampleEvent['type'],
  options: SampleOptions,
): Promise<SampleEvent> {
  const [kind = ''] = type.split('.');
  const load = SAMPLES[type] ?? SAMPLES[kind];
  const data = (await load?.())?.(type, options) ?? {};
  return { id: options.nextId(), type, created_at: options.now.toISOString(), data };
}
