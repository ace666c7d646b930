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
import { someDate, someNumber, someText } from './random-values.ts';

/** What the account of the contacts has. */
export interface RandomWorld {
  accountId: string;
  /** Numbers of properties: a text, a number, a boolean and a date. */
  numbers: readonly number[];
  /** The first one reaches by default, the second one by choice. */
  topics: readonly string[];
  /** Static segments. */
  segments: readonly string[];
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
  /** With microseconds. */
  createdAt: string;
}

const TIMES = [
  '2026-01-31 18:30:00.123999+00',
  '2026-01-31 18:30:00.123+00',
  '2026-02-01 00:00:00+00',
  '1969-12-31 23:59:59.9999+00',
];

export const someContact: fc.Arbitrary<RandomContact> = fc.record({
  firstName: fc.option(someText),
  lastName: fc.option(someText),
  values: fc.tuple(fc.option(someText), fc.option(someNumber), fc.option(fc.boolean()), fc.option(someDate)),
  unsubscribed: fc.boolean(),
  choices: fc.tuple(fc.constantFrom('opt_in', 'opt_out', null), fc.constantFrom('opt_in', 'opt_out', null)),
  memberships: fc.tuple(fc.boolean(), fc.boolean()),
  createdAt: fc.constantFrom(...TIMES),
});

/** A contact as a function over facts sees it. */
export class StoredContact {
  readonly id: string;
  /** By the name of a column, the number of a property or the id of a topic. */
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

function factsOf(contact: RandomContact, row: Row, { topics }: RandomWorld): Map<string, Fact> {
  const columns = ['email', 'first_name', 'last_name', 'created_at', 'updated_at'];
  return new Map<string, Fact>([
    ...columns.map((column): [string, Fact] => [column, row[column] ?? undefined]),
    ...Object.entries(row.properties),
    ['unsubscribed', contact.unsubscribed],
    ...topics.map((topic, place): [string, Fact] => [
      topic,
      contact.choices[place] ?? (place === 0 ? 'opt_in' : 'opt_out'),
    ]),
  ]);
}
