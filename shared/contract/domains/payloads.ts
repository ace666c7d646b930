// Domains: the data of their webhook events.
import type { Payload, Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { DOMAIN_ITEM, RECORD } from './objects.ts';

const { id, name, status, region, created_at, reputation } = DOMAIN_ITEM;
const records = field.list('The DNS records to publish, and their state in DNS', RECORD);
const DATA = { id, name, status, region, created_at, reputation, records };

const event = (summary: string): Payload => ({ summary, data: DATA });

/** Type of an event → its data. */
export const DOMAIN_PAYLOADS: Payloads<'domain'> = {
  'domain.created': event('A domain was created'),
  'domain.updated': event('The settings, the status, a record or the reputation of a domain changed'),
  'domain.deleted': event('A domain was deleted or lost to a claim'),
};
