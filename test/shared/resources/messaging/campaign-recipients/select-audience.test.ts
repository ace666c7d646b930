// Whom a campaign leaves out when its audience is taken: the SQL agrees with what acceptance says of each address, for
// random addresses and decisions, and so does the count before the start.
import { expect } from 'chai';
import fc from 'fast-check';
import { addressKey, parseMailbox } from '../../../../../shared/mail/addresses.ts';
import { queryCombined } from '../../../../../shared/platform/db/combined-query.ts';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { NIL_UUID } from '../../../../../shared/platform/time/ids.ts';
import { suppressed } from '../../../../../shared/resources/audience/suppressions/find.ts';
import { optedOut } from '../../../../../shared/resources/audience/topics/choices/opted-out.ts';
import { countAudience } from '../../../../../shared/resources/messaging/campaign-recipients/count-audience.ts';
import { selectAudience } from '../../../../../shared/resources/messaging/campaign-recipients/select-audience.ts';
import {
  type DropCause,
  findDropCause,
} from '../../../../../shared/resources/messaging/emails/accept/drop-cause.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { extent } from '../../../../support/extent.ts';
import { createTopic, defaultAudienceOf } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';

const RUNS = extent('AUDIENCE_RUNS', 25, 250);
/** The second is reserved, and yet the simulator's. */
const SIMULATOR_DOMAINS = ['simulator.acme.dev', 'simulator.test'];

const NOW = new Date();
const LOCAL_PARTS = ['ana', 'Ana+news', '"x@example.com"', 'bo.test', 'žofie', '"a b"'];
const DOMAINS = [
  'customer.dev',
  'bücher.dev',
  'xn--bcher-kva.dev',
  'example.dev',
  'notexample.com',
  'example.com.dev',
  'example.com',
  'a.example.org',
  'example',
  'x.y.invalid',
  'localhost',
  'test',
  'x.test',
  'contest',
  ...SIMULATOR_DOMAINS,
  'x.simulator.test',
  'x.simulator.acme.dev',
];

const REASONS: Partial<Record<DropCause['reason'], string>> = {
  reserved_domain: 'reserved',
  suppressed_address: 'suppressed',
  unsubscribed: 'unsubscribed',
  topic_opted_out: 'opted_out',
};

const someContact = fc.record({
  address: fc
    .tuple(fc.constantFrom(...LOCAL_PARTS), fc.constantFrom(...DOMAINS))
    .map((parts) => parts.join('@')),
  isSuppressed: fc.boolean(),
  hasUnsubscribed: fc.boolean(),
  choice: fc.constantFrom('opt_in', 'opt_out', null),
});
const someContacts = fc.uniqueArray(someContact, {
  selector: ({ address }) => addressKey(parseMailbox(address)?.address ?? address),
  maxLength: 20,
});

describe('taking the audience of a campaign', () => {
  const { pool, query } = useRows();
  const seen = new Set<string | null | undefined>();

  it('leaves out whom acceptance would drop, for the same reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        someContacts,
        fc.constantFrom('opt_in', 'opt_out', 'deleted', null),
        async (given, topic) => {
          const accountId = (await createAccount(pool())).id;
          const audienceId = await defaultAudienceOf(pool(), accountId);
          const other = (await createAccount(pool())).id;
          const topicId = await topicOf(accountId, topic);
          const contacts = given.flatMap((one) => {
            const mailbox = parseMailbox(one.address);
            return mailbox ? [{ ...one, mailbox, id: ids.next(), key: addressKey(mailbox.address) }] : [];
          });
          for (const contact of contacts) await store(contact, { accountId, audienceId, topicId, other });

          const addresses = contacts.map(({ mailbox: { address } }) => ({ accountId, address }));
          const [findSuppression, findOptOut] = await queryCombined(pool(), 'facts-of-addresses', [
            suppressed(addresses),
            optedOut(addresses.map((one) => ({ ...one, topicId }))),
          ]);
          const expected = contacts.map(({ id, mailbox }) => {
            const drop = findDropCause(
              mailbox,
              { scheduledAt: null },
              {
                simulatorDomains: SIMULATOR_DOMAINS,
                findSuppression: (address) => findSuppression({ accountId, address }),
                findOptOut: (address) => findOptOut({ accountId, topicId, address }),
              },
            );
            return [id, drop ? REASONS[drop.reason] : null];
          });

          const chosen = { accountId, audienceId, segmentId: null, topicId, createdUntil: NOW };
          const asked = { ...chosen, simulatorDomains: SIMULATOR_DOMAINS };
          const dispatchId = ids.next();
          const page = await transaction(pool(), (client) =>
            selectAudience(client, { ...asked, dispatchId, after: NIL_UUID }),
          );
          const rows = await query(
            'SELECT contact_id, reason FROM campaign_recipients WHERE dispatch_id = $1 ORDER BY contact_id',
            [dispatchId],
          );
          expect(rows.map(({ contact_id, reason }) => [contact_id, reason])).to.deep.equal(expected);
          const leftOut: Record<string, number> = {};
          for (const [, reason] of expected) {
            seen.add(reason);
            if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
          }
          const counted = { total: contacts.length, leftOut, zones: null };
          expect(page).to.deep.equal({ ...counted, last: undefined });
          expect(await countAudience(pool(), asked)).to.deep.equal(counted);
        },
      ),
      { numRuns: RUNS },
    );
    expect([...seen]).to.have.members([null, ...Object.values(REASONS)]);
  });

  /** @returns null: none. A deleted topic has an id, and what was chosen of it. */
  async function topicOf(accountId: string, topic: 'opt_in' | 'opt_out' | 'deleted' | null) {
    if (topic === null || topic === 'deleted') return topic && ids.next();
    return (await createTopic(pool(), accountId, { defaultSubscription: topic })).id;
  }

  interface Stored {
    id: string;
    key: string;
    mailbox: { address: string };
    isSuppressed: boolean;
    hasUnsubscribed: boolean;
    choice: string | null;
  }

  interface Owner {
    accountId: string;
    audienceId: string;
    topicId: string | null;
    /** Another account. */
    other: string;
  }

  /** Another account and another topic have the opposite of each decision. */
  async function store(
    { id, key, mailbox, isSuppressed, hasUnsubscribed, choice }: Stored,
    { accountId, audienceId, topicId, other }: Owner,
  ) {
    await query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [id, accountId, audienceId, mailbox.address, key, NOW],
    );
    await query(
      `INSERT INTO suppressions (id, account_id, address, reason, created_at) VALUES ($1, $2, $3, 'manual', now())`,
      [ids.next(), isSuppressed ? accountId : other, key],
    );
    await query(
      `INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at) VALUES ($1, $2, 'person', now())`,
      [hasUnsubscribed ? accountId : other, key],
    );
    const opposite = choice === 'opt_in' ? 'opt_out' : 'opt_in';
    const choices = [
      [accountId, ids.next(), opposite],
      [other, topicId ?? ids.next(), opposite],
    ];
    if (choice !== null && topicId !== null) choices.push([accountId, topicId, choice]);
    for (const [account, topic, subscription] of choices)
      await query(
        `INSERT INTO topic_choices (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
         VALUES ($1, $2, $3, $4, 'person', now())`,
        [account, key, topic, subscription],
      );
  }
});

function useRows() {
  const database = useDatabase();
  return {
    pool: () => database.pool,
    query: async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows,
  };
}
