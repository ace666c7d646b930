// Finds the domains, contacts and definitions of events that clients send, all with one statement, and refuses those
// that cannot be stored.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { normalizeDomainName } from '../../messaging/domains/domain-name.ts';
import { noSuchDomain } from '../../messaging/domains/find.ts';
import { findPayloadFault } from '../events/definitions/check-payload.ts';
import type { EventSchema } from '../events/definitions/event.ts';
import type { EventToSend, NewContactEvent, ResolvedEvent } from './event-to-send.ts';

/** The facts about an event before it is stored. */
export type Resolved = ResolvedEvent | NewContactEvent | DomainError;

interface Row {
  domainId: string | null;
  audienceId: string | null;
  contactId: string | null;
  contactAudienceId: string | null;
  schema: EventSchema | null;
}

/** Each look-up is by key, whatever the event names. */
const FIND = `
  SELECT domain.id AS "domainId", domain.audience_id AS "audienceId", contact.id AS "contactId",
         contact.audience_id AS "contactAudienceId", events.schema
  FROM unnest($1::uuid[], $2::text[], $3::boolean[], $4::uuid[], $5::text[], $6::text[])
    WITH ORDINALITY AS sent (account_id, domain, is_default, contact_id, email_key, name, place)
  LEFT JOIN LATERAL (
    SELECT id, audience_id FROM domains WHERE account_id = sent.account_id AND domains.name = sent.domain
    UNION ALL
    SELECT id, audience_id FROM domains
    WHERE sent.is_default AND account_id = sent.account_id AND domains.is_default
  ) AS domain ON true
  LEFT JOIN LATERAL (
    SELECT contacts.id, audience_id FROM contacts
    JOIN audiences ON audiences.id = audience_id AND audiences.deleted_at IS NULL
    WHERE contacts.id = sent.contact_id AND contacts.account_id = sent.account_id
    UNION ALL
    SELECT id, audience_id FROM contacts
    WHERE account_id = sent.account_id AND contacts.email_key = sent.email_key AND audience_id = domain.audience_id
  ) AS contact ON true
  LEFT JOIN events ON events.account_id = sent.account_id AND events.name = sent.name
  ORDER BY place`;

/** Reads where events belong. @returns in their order */
export async function resolveEvents(
  database: Queryable,
  events: readonly EventToSend[],
): Promise<Resolved[]> {
  const names = events.map(({ domain }) =>
    domain === undefined ? null : (normalizeDomainName(domain) ?? null),
  );
  const { rows } = await database.query<Row>({
    name: 'place-events',
    text: FIND,
    values: [
      events.map(({ accountId }) => accountId),
      names,
      events.map(({ domain }) => domain === undefined),
      events.map(({ contact }) => ('id' in contact ? contact.id : null)),
      events.map(({ contact }) => ('key' in contact ? contact.key : null)),
      events.map(({ name }) => name),
    ],
  });
  return events.map((event, place) => placeOf(event, rows[place] as Row));
}

/** The refusal of a contact that does not exist follows the refusal of the domain, on which its audience depends. */
function placeOf(event: EventToSend, row: Row): Resolved {
  const { contact, domain } = event;
  const { domainId, audienceId, contactId, schema } = row;
  if (domainId === null || audienceId === null) return noSuchDomain(domain);
  if ('id' in contact && contactId === null) return notFound('Contact');
  if (contactId !== null && row.contactAudienceId !== audienceId) return contactOfOtherAudience();
  const fault = schema ? findPayloadFault(schema, event.payload) : undefined;
  if (fault) return fault;
  const place = { event, domainId, audienceId };
  if (contactId !== null) return { ...place, contactId };
  if ('id' in contact) throw new Error('An event has neither a contact nor an address.');
  return { ...place, address: contact };
}

function contactOfOtherAudience(): DomainError {
  return new DomainError(
    'validation_error',
    'The contact is not in the audience of the domain. Give another `domain`, or a contact in its audience.',
  );
}
