// What one request of a load holds, and over how many connections requests come.

/** The shape of a load. */
export interface LoadShape {
  path: '/emails' | '/emails/batch';
  /** More than one only in a batch. */
  mailsPerRequest: number;
  recipientsPerMail: number;
  /** Each has one request at a time. */
  connections: number;
}

/** As most applications send: one mail a request, many at a time. */
export const SINGLE: LoadShape = {
  path: '/emails',
  mailsPerRequest: 1,
  recipientsPerMail: 1,
  connections: 20,
};

/** Batches as large as the interface allows (interface.md, Limits). */
export const BATCH: LoadShape = {
  path: '/emails/batch',
  mailsPerRequest: 100,
  recipientsPerMail: 1,
  connections: 4,
};

/** Messages at the receiving server for each request: every recipient gets one of its own. */
export function messagesPerRequest({ mailsPerRequest, recipientsPerMail }: LoadShape): number {
  return mailsPerRequest * recipientsPerMail;
}
