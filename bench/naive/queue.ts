// The queue of the naive pipeline, one job a mail with its id inside, and the way out of it.

export const QUEUE_NAME = 'emails';
/** BullMQ tries a mail again that could not be sent. */
export const ATTEMPTS = 5;
/** Of the worker to the server. */
export const SMTP_CONNECTIONS = 20;

/** Payload of a job. */
export interface EmailJob {
  id: string;
}
