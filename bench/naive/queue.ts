// The queue of the naive pipeline, with one job per mail that contains its id, and the limits of its worker.

export const QUEUE_NAME = 'emails';
/** BullMQ tries a mail this many times. */
export const ATTEMPTS = 5;
/** Connections of the worker to the server. */
export const SMTP_CONNECTIONS = 20;

/** Payload of a job. */
export interface EmailJob {
  id: string;
}
