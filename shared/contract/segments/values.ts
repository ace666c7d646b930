// Segments: the allowed values (enums) in filters (docs/reference/segments.md#fields).

/** What `campaign.<id>` may be compared with. A contact may be several of these at once. */
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
