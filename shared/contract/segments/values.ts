// Segments: the allowed values (enums) in filters (docs/reference/segments.md#fields).

/** The values of `campaign.<id>`. Several of them may be true of a contact at once. */
export const CAMPAIGN_PARTS = [
  'targeted',
  'received',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
] as const;
