// The providers as operators see them: with the mail that waits for each, and what it was chosen for.
import type { Queryable } from '../../../platform/db/connect.ts';
import { COUNT_MAX } from '../../../platform/work/count.ts';
import { DEFAULT_PROVIDER, type StoredProvider } from '../../foundation/providers/provider.ts';
import { findProviders } from '../../foundation/providers/stored.ts';
import { destinationOfProvider, IS_MAILBOX_PROVIDER, keyOfDestination } from '../destinations/destination.ts';
import { sentLastHourSql } from '../destinations/sent.ts';
import type { MailLane } from '../emails/email.ts';

/** The mail that a provider was chosen for. */
export interface ListedChoice {
  domain: string | null;
  /** The account, also of the domain; null: of all. */
  accountId: string | null;
  lane: MailLane | null;
}

/** Its mail. */
interface ProviderMail {
  /** Recipients that wait for it; COUNT_MAX at most. */
  waiting: number;
  /** Mails that it took in the last hour, about. */
  sent: number;
  /** The hour in which it last took mail; null: none is known. */
  sentHour: Date | null;
}

export interface ListedProvider extends StoredProvider, ProviderMail {
  choices: ListedChoice[];
}

const NO_MAIL: ProviderMail = { waiting: 0, sent: 0, sentHour: null };

export interface ListOptions {
  now: Date;
  /** SMTP_URL, which is the default one, is `mx:`. */
  isDirect: boolean;
}

/** All providers, the default one first. */
export async function listProviders(
  database: Queryable,
  { now, isDirect }: ListOptions,
): Promise<ListedProvider[]> {
  const stored = await findProviders(database);
  const keys = stored.map(({ name }) => destinationOfProvider(name));
  const { rows: mails } = await database.query<ProviderMail & { name: string }>(
    // Direct delivery is counted by mailbox provider.
    `SELECT listed.name, coalesce(counted.sent, 0)::integer AS sent, counted."sentHour", (
       SELECT count(*)::integer FROM (
         SELECT FROM email_recipients WHERE email_recipients.destination = listed.key AND next_attempt_at IS NOT NULL
         ORDER BY email_recipients.destination, lane, next_attempt_at LIMIT ${COUNT_MAX}) AS counted) AS waiting
     FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) AS listed (name, provider, key, is_direct)
     CROSS JOIN LATERAL (
       SELECT sum(${sentLastHourSql('$5')}) AS sent, max(sent_hour) AS "sentHour" FROM destinations
       WHERE CASE WHEN listed.is_direct THEN ${IS_MAILBOX_PROVIDER} ELSE destinations.provider = listed.provider END
     ) AS counted`,
    [
      stored.map(({ name }) => name),
      keys.map(({ provider }) => provider),
      keys.map(keyOfDestination),
      stored.map(({ name, kind }) => kind === 'direct' || (isDirect && name === DEFAULT_PROVIDER)),
      now,
    ],
  );
  const { rows: choices } = await database.query<ListedChoice & { provider: string }>(
    `SELECT choice.provider, domains.name AS domain, coalesce(choice.account_id, domains.account_id) AS "accountId", lane
     FROM provider_choices AS choice LEFT JOIN domains ON domains.id = choice.domain_id
     ORDER BY domains.name, 3, lane`,
  );
  return stored.map((provider) => ({
    ...provider,
    ...(mails.find(({ name }) => name === provider.name) ?? NO_MAIL),
    choices: choices
      .filter((choice) => choice.provider === provider.name)
      .map(({ domain, accountId, lane }) => ({ domain, accountId, lane })),
  }));
}
