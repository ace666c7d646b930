// Reads what an account knows of an address at the moment: contacts, decisions, suppression
// (docs/reference/people.md). Each part is a look-up by key, whatever the account has.

import type { Queryable } from '../../../platform/db/connect.ts';
import { listSuppressionsOf } from '../../audience/suppressions/list-of.ts';
import type { SuppressionOrigin } from '../../audience/suppressions/suppression.ts';
import type { TopicSubscription } from '../../audience/topics/topic.ts';
import type { ChosenBy } from '../../audience/unsubscribes/unsubscribes.ts';

/** An address of an account. */
export interface KnownAddress {
  accountId: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
}

/** A decision of an address, by the link of an email or without one. */
interface KnownDecision {
  since: Date;
  by: ChosenBy;
  emailId: string | null;
}

/** The facts about an address. */
export interface KnownPerson {
  emailKey: string;
  /** The contacts, those of the default audience first. */
  contacts: {
    id: string;
    audience: { id: string; name: string };
    /** Names of the domains that use the audience. */
    domains: string[];
    createdAt: Date;
  }[];
  unsubscribe: KnownDecision | undefined;
  trackingRefusal: KnownDecision | undefined;
  /** Newest first. */
  topics: {
    id: string;
    name: string;
    subscription: TopicSubscription;
    /** Null: nothing was chosen, the default counts. */
    since: Date | null;
    by: ChosenBy | null;
  }[];
  suppression:
    | { origin: SuppressionOrigin; emailId: string | null; smtpReply: string | null; createdAt: Date }
    | undefined;
}

const FIND_CONTACTS = `
  SELECT contacts.id, json_build_object('id', audiences.id, 'name', audiences.name) AS audience,
         ARRAY(SELECT name FROM domains WHERE domains.account_id = $1 AND domains.audience_id = audiences.id
               ORDER BY name COLLATE "C") AS domains,
         contacts.created_at AS "createdAt"
  FROM contacts JOIN audiences ON audiences.id = contacts.audience_id AND deleted_at IS NULL
  WHERE contacts.account_id = $1 AND contacts.email_key = $2
  ORDER BY is_default DESC, contacts.id`;

const FIND_UNSUBSCRIBE = `
  SELECT chosen_at AS since, chosen_by AS by, email_id AS "emailId" FROM unsubscribes
  WHERE account_id = $1 AND email_key = $2`;

const FIND_TRACKING_REFUSAL = `
  SELECT chosen_at AS since, chosen_by AS by, email_id AS "emailId" FROM tracking_refusals
  WHERE account_id = $1 AND email_key = $2`;

const FIND_TOPICS = `
  SELECT topics.id, name, coalesce(choice.subscription, default_subscription) AS subscription,
         choice.chosen_at AS since, choice.chosen_by AS by
  FROM topics LEFT JOIN topic_choices AS choice
    ON choice.account_id = $1 AND choice.email_key = $2 AND choice.topic_id = topics.id
  WHERE topics.account_id = $1 ORDER BY topics.id DESC`;

/** An unknown address has no contacts, and receives the defaults of topics. */
export async function findKnownPerson(
  database: Queryable,
  { accountId, emailKey }: KnownAddress,
): Promise<KnownPerson> {
  const read = async <Row extends object>(name: string, text: string) =>
    (await database.query<Row>({ name, text, values: [accountId, emailKey] })).rows;
  const contacts = await read<KnownPerson['contacts'][number]>('find-contacts-of-person', FIND_CONTACTS);
  const [unsubscribe] = await read<KnownDecision>('find-unsubscribe-of-person', FIND_UNSUBSCRIBE);
  const [trackingRefusal] = await read<KnownDecision>('find-refusal-of-person', FIND_TRACKING_REFUSAL);
  const topics = await read<KnownPerson['topics'][number]>('find-topics-of-person', FIND_TOPICS);
  const [suppression] = await listSuppressionsOf(database, accountId, [emailKey]);
  return { emailKey, contacts, unsubscribe, trackingRefusal, topics, suppression };
}
