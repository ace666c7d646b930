// The job that delivers webhooks. It only passes the ids of endpoints to the deliverer of the process, which claims
// and sends what is due message by message, so that a slow endpoint never blocks a job.
import type { OpenJob, WorkerDeps } from '../runtime/job.ts';
import { createDeliverer } from '../webhooks/deliverer.ts';

/** Creates the job handler of a process. */
export function openDeliverWebhook(deps: WorkerDeps): OpenJob {
  const deliverer = createDeliverer(deps);
  return {
    handle({ ids }) {
      deliverer.wake(ids);
      return Promise.resolve(`endpoints woken: ${ids.length}`);
    },
    drain: () => deliverer.drain(),
  };
}
