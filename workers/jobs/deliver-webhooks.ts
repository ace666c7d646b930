// The job that delivers webhooks. It only passes the ids of endpoints to the deliverer of the process, which claims and
// sends due messages one by one, so that a slow endpoint never blocks a job.
import type { OpenHandler } from '../runtime/job.ts';
import { createDeliverer } from '../webhooks/deliverer.ts';

export const open: OpenHandler = (deps) => {
  const deliverer = createDeliverer(deps);
  return {
    handle({ ids }) {
      deliverer.wake(ids);
      return Promise.resolve(`endpoints woken: ${ids.length}`);
    },
    drain: () => deliverer.drain(),
  };
};
