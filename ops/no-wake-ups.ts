// In place of the queues, for verbs that have none: tick and sweeper find rows of work without a wake-up, within
// a second or about ten.
import type { QueueProducer } from '../shared/platform/queues/connect.ts';

/** Sends no wake-ups. */
export const noWakeUps: QueueProducer = { wake: () => {} };
