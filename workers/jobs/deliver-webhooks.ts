// Delivers to the endpoints that a job names. The job only hands them over: what is due is claimed by the deliverer of
// the process, message by message, so a slow endpoint holds no job.
import type { OpenJob, WorkerDeps } from '../runtime/job.ts';
import { createDeliverer } from '../webhooks/deliverer.ts';

/** Opens the job in a process. */
export function openDeliverWebhook(deps: WorkerDeps): OpenJob {
  const deliverer = createDeliverer(deps);
  return {
    handle({ ids }) {
      deliverer.wake(ids);
      return Promise.resolve();
    },
    drain: () => deliverer.drain(),
  };
}
