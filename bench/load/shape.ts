// The shape of a load: what one request contains, and over how many connections the requests come.

/** The shape of a load. */
export interface LoadShape {
  path: '/emails' | '/emails/batch';
  /** More than one only in a batch. */
  mailsPerRequest: number;
  recipientsPerMail: number;
  /** Each connection has one request at a time. */
  connections: number;
  /** The recipients are at so many domains (mail.ts), a thousand at most; absent: all at the sender's. */
  domains?: number;
}

/** How most applications send: one mail per request, many requests at a time. */
export const SINGLE: LoadShape = {
  path: '/emails',
  mailsPerRequest: 1,
  recipientsPerMail: 1,
  connections: 20,
};

/** The largest batches that the API accepts (docs/reference/batches.md). */
export const BATCH: LoadShape = {
  path: '/emails/batch',
  mailsPerRequest: 100,
  recipientsPerMail: 1,
  connections: 4,
};

/** Messages at the receiving server per request: every recipient gets their own message. */
export function messagesPerRequest({ mailsPerRequest, recipientsPerMail }: LoadShape): number {
  return mailsPerRequest * recipientsPerMail;
}
