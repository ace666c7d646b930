// Random contacts with decisions and memberships, stored as rows and as facts in memory.
import fc from 'fast-check';
import type { Pool } from 'pg';
import { type Fact, meetsRules } from '../../../../../../shared/resources/audience/rules/match.ts';
import type {
  ContactField,
  ContactTree,
} from '../../../../../../shared/resources/audience/segments/filters/contact-field.ts';
import type { TopicSubscription } from '../../../../../../shared/resources/audience/topics/topic.ts';
import { createAudience } from '../../../../../support/factories/contact-factories.ts';
import { someDate, someDaysAgo, someNumber, someText } from './random-values.ts';

/** What the account of the contacts has. */
export interface RandomWorld {
  accountId: string;
  /** Numbers of properties: a text, a number, a boolean and a date. */
  numbers: readonly number[];
  /** The first one reaches by default, the second one by choice. */
  topics: readonly string[];
  /** Static segments. */
  segments: readonly string[];
  /** Dispatches whose recipients some contacts are. */
  dispatches: readonly string[];
  /** Polls in which some addresses have voted. */
  polls: readonly { id: string; optionIds: readonly string[] }[];
}

/** As of when filters are judged: the UTC day is not that of all time zones. */
export const NOW = new Date('2026-03-01T23:30:00Z');
const ENGAGEMENTS = ['received', 'opened', 'clicked'] as const;
/** The states of recipients that were sent to, and of those whose mail was delivered. */
const SENT = ['sent', 'delivered', 'complained'];
const DELIVERED = ['delivered', 'complained'];

/** What became of a contact in a dispatch. */
interface RandomRecipient {
  state: string;
  opened: boolean;
  clicked: boolean;
  unsubscribed: boolean;
}

/** A contact to insert; null: missing. */
export interface RandomContact {
  firstName: string | null;
  lastName: string | null;
  /** In the order of the numbers. */
  values: (string | number | boolean | null)[];
  unsubscribed: boolean;
  /** In the order of the topics. */
  choices: (TopicSubscription | null)[];
  /** In the order of the segments. */
  memberships: boolean[];
  /** Days before today, in the order of ENGAGEMENTS; null: never. All null: the address may have no row. */
  engagements: (number | null)[];
  hasEngagement: boolean;
  /** In the order of the dispatches; null: it is not in that one. */
  recipients: (RandomRecipient | null)[];
  /** Places of options, in the order of the polls; null: no vote. */
  votes: (number | null)[];
  /** With microseconds. */
  createdAt: string;
}

const TIMES = [
  '2026-01-31 18:30:00.123999+00',
  '2026-01-31 18:30:00.123+00',
  '2026-02-01 00:00:00+00',
  '1969-12-31 23:59:59.9999+00',
];

const someRecipient = fc.option(
  fc.record<RandomRecipient>({
    state: fc.constantFrom(...SENT, 'pending', 'left_out', 'bounced', 'failed', 'canceled'),
    opened: fc.boolean(),
    clicked: fc.boolean(),
    unsubscribed: fc.boolean(),
  }),
);

export const someContact: fc.Arbitrary<RandomContact> = fc.record({
  firstName: fc.option(someText),
  lastName: fc.option(someText),
  values: fc.tuple(fc.option(someText), fc.option(someNumber), fc.option(fc.boolean()), fc.option(someDate)),
  unsubscribed: fc.boolean(),
  choices: fc.tuple(fc.constantFrom('opt_in', 'opt_out', null), fc.constantFrom('opt_in', 'opt_out', null)),
  memberships: fc.tuple(fc.boolean(), fc.boolean()),
  engagements: fc.tuple(someDaysAgo, someDaysAgo, someDaysAgo),
  hasEngagement: fc.boolean(),
  recipients: fc.tuple(someRecipient, someRecipient),
  votes: fc.tuple(fc.constantFrom(0, 1, null), fc.constantFrom(0, 1, null)),
  createdAt: fc.constantFrom(...TIMES),
});

/** A contact as a function over facts sees it. */
export class StoredContact {
  readonly id: string;
  /** By the name of a column, the number of a property, the id of a topic, a dispatch or a poll, or what an address does. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly segments: ReadonlySet<string>;

  constructor(id: string, facts: ReadonlyMap<string, Fact>, segments: Iterable<string>) {
    this.id = id;
    this.facts = facts;
    this.segments = new Set(segments);
  }

  meets(tree: ContactTree): boolean {
    return meetsRules(tree, (field) => this.#factOf(field));
  }

  #factOf(field: ContactField): Fact {
    switch (field.kind) {
      case 'column':
        return this.facts.get(field.column);
      case 'property':
        return this.facts.get(String(field.property.number));
      case 'topic':
        return this.facts.get(field.topic.id);
      case 'unsubscribed':
        return this.facts.get('unsubscribed');
      case 'segment':
        return this.segments;
      case 'engagement':
        return this.facts.get(field.engagement);
      case 'campaign':
        return this.facts.get(field.campaign.dispatchId ?? '') ?? new Set();
      case 'poll':
        return this.facts.get(field.poll.id);
    }
  }
}

type Row = Record<string, Fact> & { id: string; properties: Record<string, Fact> };

const INSERT = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, last_name, properties,
                        created_at, updated_at)
  SELECT uuid_v7(now()), $1, $2, email, key, "firstName", "lastName", properties, "createdAt",
         "createdAt" + interval '1 microsecond'
  FROM json_to_recordset($3::json) AS given (email text, key text, "firstName" text, "lastName" text, properties jsonb,
                                             "createdAt" timestamptz)
  RETURNING *`;

/** Stores contacts in an audience of their own. @returns them as they can be read again */
export async function storeContacts(pool: Pool, world: RandomWorld, contacts: readonly RandomContact[]) {
  const { accountId } = world;
  const audience = await createAudience(pool, accountId);
  const given = contacts.map((contact, index) => ({
    ...contact,
    email: `${contact.firstName ?? ''}N${index}@Ä.dev`,
    key: `${index}.${audience.id}`,
    properties: Object.fromEntries(
      contact.values.flatMap((value, place) => (value === null ? [] : [[world.numbers[place], value]])),
    ),
  }));
  const { rows } = await pool.query<Row>(INSERT, [accountId, audience.id, JSON.stringify(given)]);
  const rowOf = new Map(rows.map((row) => [row['email_key'], row]));
  const stored = given.flatMap((contact) => {
    const row = rowOf.get(contact.key);
    return row ? [{ ...contact, row, id: row.id }] : [];
  });
  await storeDecisions(pool, world, stored);
  await storeEngagement(pool, world, stored);
  await storeVotes(pool, world, stored);
  return {
    audienceId: audience.id,
    contacts: stored.map(({ row, ...contact }) => {
      const segments = world.segments.filter((_, place) => contact.memberships[place]);
      return new StoredContact(row.id, factsOf(contact, row, world), segments);
    }),
  };
}

async function storeDecisions(
  pool: Pool,
  { accountId, topics, segments }: RandomWorld,
  contacts: readonly (RandomContact & { id: string; key: string })[],
): Promise<void> {
  const gone = contacts.filter(({ unsubscribed }) => unsubscribed).map(({ key }) => key);
  await pool.query(`INSERT INTO unsubscribes SELECT $1, unnest($2::text[]), 'person', now()`, [
    accountId,
    gone,
  ]);
  for (const [place, topic] of topics.entries()) {
    const chosen = contacts.filter(({ choices }) => choices[place]);
    await pool.query(
      `INSERT INTO topic_choices SELECT $1, key, $2, subscription, 'person', now()
       FROM unnest($3::text[], $4::text[]) AS given (key, subscription)`,
      [accountId, topic, chosen.map(({ key }) => key), chosen.map(({ choices }) => choices[place])],
    );
  }
  for (const [place, segment] of segments.entries()) {
    const members = contacts.filter(({ memberships }) => memberships[place]).map(({ id }) => id);
    await pool.query('INSERT INTO segment_contacts SELECT $1, unnest($2::uuid[])', [segment, members]);
  }
}

async function storeEngagement(
  pool: Pool,
  { accountId, dispatches }: RandomWorld,
  contacts: readonly (RandomContact & { id: string; key: string })[],
): Promise<void> {
  const engaged = contacts.filter(({ hasEngagement }) => hasEngagement);
  await pool.query(
    `INSERT INTO contact_engagement
     SELECT $1, key, day - received, day - opened, day - clicked
     FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[]) AS given (key, received, opened, clicked),
          (SELECT ($6::timestamptz AT TIME ZONE 'UTC')::date AS day) AS today`,
    [
      accountId,
      engaged.map(({ key }) => key),
      ...ENGAGEMENTS.map((_, place) => engaged.map(({ engagements }) => engagements[place])),
      NOW,
    ],
  );
  for (const [place, dispatch] of dispatches.entries()) {
    const rows = contacts.flatMap(({ id, recipients }) =>
      recipients[place] ? [{ id, ...recipients[place] }] : [],
    );
    await pool.query(
      `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, due_at, state, opened_at, clicked_at,
                                        unsubscribed_at)
       SELECT $1, id, $2, 0, now(), state, CASE WHEN opened THEN now() END, CASE WHEN clicked THEN now() END,
              CASE WHEN unsubscribed THEN now() END
       FROM json_to_recordset($3::json) AS given (id uuid, state text, opened boolean, clicked boolean, unsubscribed boolean)`,
      [dispatch, accountId, JSON.stringify(rows)],
    );
  }
}

async function storeVotes(
  pool: Pool,
  { accountId, polls }: RandomWorld,
  contacts: readonly (RandomContact & { key: string })[],
): Promise<void> {
  for (const [place, { id, optionIds }] of polls.entries()) {
    const voters = contacts.filter(({ votes }) => votes[place] !== null);
    await pool.query(
      `INSERT INTO poll_votes (poll_id, address_key, id, account_id, address, email_id, option_id, created_at, updated_at)
       SELECT $1, key, uuid_v7(now()), $2, key, $1, option_id, now(), now() FROM unnest($3::text[], $4::uuid[]) AS given (key, option_id)`,
      [id, accountId, voters.map(({ key }) => key), voters.map(({ votes }) => optionIds[votes[place] ?? 0])],
    );
  }
}

/** Every word that is true of a recipient. */
function partsOf(recipient: RandomRecipient | null | undefined): ReadonlySet<string> {
  if (!recipient) return new Set();
  const { state, opened, clicked, unsubscribed } = recipient;
  const parts = {
    targeted: true,
    received: SENT.includes(state),
    delivered: DELIVERED.includes(state),
    opened: opened || clicked,
    clicked,
    bounced: state === 'bounced',
    complained: state === 'complained',
    unsubscribed,
  };
  return new Set(Object.entries(parts).flatMap(([part, isTrue]) => (isTrue ? [part] : [])));
}

function factsOf(
  contact: RandomContact,
  row: Row,
  { topics, dispatches, polls }: RandomWorld,
): Map<string, Fact> {
  const columns = ['email', 'first_name', 'last_name', 'created_at', 'updated_at'];
  return new Map<string, Fact>([
    ...columns.map((column): [string, Fact] => [column, row[column] ?? undefined]),
    ...Object.entries(row.properties),
    ['unsubscribed', contact.unsubscribed],
    ...topics.map((topic, place): [string, Fact] => [
      topic,
      contact.choices[place] ?? (place === 0 ? 'opt_in' : 'opt_out'),
    ]),
    ...ENGAGEMENTS.map((kind, place): [string, Fact] => {
      const daysAgo = contact.hasEngagement ? contact.engagements[place] : null;
      return [kind, daysAgo === null || daysAgo === undefined ? undefined : Math.max(0, daysAgo)];
    }),
    ...dispatches.map((dispatch, place): [string, Fact] => [dispatch, partsOf(contact.recipients[place])]),
    ...polls.map(({ id, optionIds }, place): [string, Fact] => {
      const vote = contact.votes[place];
      return [id, new Set(typeof vote === 'number' ? ['any', optionIds[vote] ?? ''] : [])];
    }),
  ]);
}
