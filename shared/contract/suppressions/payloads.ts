// Suppressions: the data of their webhook events.
import type { Payload, Payloads } from '../payload.ts';
import { SUPPRESSION_ITEM } from './objects.ts';

const { smtp_reply, report_id, ...DATA } = SUPPRESSION_ITEM;

const event = (summary: string): Payload => ({ summary, data: DATA });

/** Type of an event → its data. */
export const SUPPRESSION_PAYLOADS: Payloads<'suppression'> = {
  'suppression.added': event('An address was added to the suppression list'),
  'suppression.removed': event('An address was removed from the suppression list'),
};
