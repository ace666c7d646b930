// The queue of the naive pipeline: one job a mail, its id inside.

export const QUEUE_NAME = 'emails';
/** BullMQ tries a mail again that could not be sent. */
export const ATTEMPTS = 5;

/** Payload of a job. */
export interface EmailJob {
  id: string;
}
