// What a step of an erasure reads does not depend on the size of the tables: it reads a page by an index. The tests check
// Postgres' plans of the real statements, for an account among others.
import { expect } from 'chai';
import type { Transaction } from '../../../../../shared/platform/db/transaction.ts';
import { logIdLowerBound, NIL_UUID, uuidV7LowerBound } from '../../../../../shared/platform/time/ids.ts';
import { deleteContactsOfAudience } from '../../../../../shared/resources/audience/contacts/delete-of-audience.ts';
import { removeMembershipsOfSegment } from '../../../../../shared/resources/audience/segments/memberships/remove-all.ts';
import { removeChoicesOfTopic } from '../../../../../shared/resources/audience/topics/choices/remove-all.ts';
import { findMentioningFailures } from '../../../../../shared/resources/flows/contact-imports/failures/erase.ts';
import { Eraser } from '../../../../../shared/resources/foundation/erasing/eraser.ts';
import { findMentioningLogs } from '../../../../../shared/resources/foundation/logs/erase.ts';
import {
  findMentioningMessages,
  findNextEndpoint,
} from '../../../../../shared/resources/foundation/webhooks/erasing/find.ts';
import {
  findEmailsTo,
  findMentioningEmails,
  findUnsentEmailsTo,
} from '../../../../../shared/resources/messaging/emails/erasing/find.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, type Plan, rowsRead } from '../../../../support/database/plans.ts';
import { useEventIntake } from '../../../../support/work/event-intake.ts';

const ROWS = 30_000;
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const LIST = '01900000-0000-7000-8000-000000000003';
/** Every third row is the account's; every thousandth of these is about the person. */
const OWNER = `CASE WHEN n % 3 = 0 THEN '${ACCOUNT}' ELSE '01900000-0000-7000-8000-000000000002' END::uuid`;
const ADDRESS = `CASE WHEN n % 3000 = 0 THEN 'Bo@customer.dev' ELSE n || '@customer.dev' END`;
/** A page has at most 500 rows, of which each may be read twice; a small page of each of a few partitions in addition. */
const MOST_ROWS_READ = 3_000;
const CHOICES = 1_000;

describe('the steps of erasures and removals in large tables', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  const eraser = new Eraser({ emailKey: 'bo@customer.dev', contactIds: [] });
  const before_ = uuidV7LowerBound(new Date(Date.now() + 60_000));

  const insert = (table: string, columns: string, values: string) =>
    database.pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${ROWS}) AS n,
       LATERAL (SELECT now() - n * interval '1 s' AS at, uuid_v7(now() - n * interval '1 s') AS id) AS made`,
    );

  before(async () => {
    await insert(
      'emails',
      'id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key, to_addresses, subject, created_at',
      `id, ${OWNER}, id, id, 'api', 'delivered', '<x>', 'a@x.dev', 'a@x.dev', ARRAY[${ADDRESS}], 's', at`,
    );
    await database.pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT id, id, account_id, 'to', 0, to_addresses[1], 'delivered', 'transactional', created_at FROM emails`,
    );
    await insert(
      'webhook_messages',
      'id, account_id, webhook_id, type, payload, state, created_at',
      `id, ${OWNER}, ${OWNER}, 'email.sent', json_build_object('to', ${ADDRESS}), 'success', at`,
    );
    await insert(
      'logs',
      'id, account_id, request_id, method, endpoint, response_status, duration_ms, response_body, created_at',
      `(extract(epoch FROM at) * 1000)::bigint * 1048576 + n, ${OWNER}, 'r', 'GET', '/emails', 200, 1,
       json_build_object('to', ${ADDRESS}), at`,
    );
    await insert(
      'contacts',
      'id, account_id, audience_id, email, email_key, created_at, updated_at',
      `id, ${OWNER}, CASE WHEN n % 3 = 0 THEN '${LIST}' ELSE ${OWNER} END::uuid, n || '@x.dev', n || '@x.dev', at, at`,
    );
    await insert('segment_contacts', 'segment_id, contact_id', `${OWNER}, id`);
    await insert(
      'topic_choices',
      'account_id, email_key, topic_id, subscription, chosen_by, chosen_at',
      `${OWNER}, n || '@x.dev', CASE WHEN n % 9 = 0 THEN '${LIST}' ELSE ${OWNER} END::uuid, 'opt_in', 'person', at`,
    );
    await insert(
      'contact_import_failures',
      'id, import_id, account_id, row, reason, cells',
      `id, ${OWNER}, ${OWNER}, n, 'r', ARRAY[${ADDRESS}]`,
    );
    await database.pool.query(
      `ANALYZE contact_import_failures, emails, email_recipients, webhook_messages, logs, contacts, segment_contacts,
               topic_choices`,
    );
  });

  const range = { accountId: ACCOUNT, before: before_ };
  const first = NIL_UUID;
  type Step = (client: Transaction, after: string) => Promise<unknown>;
  const steps: Record<string, Step> = {
    'emails still to be sent to the person': (client) =>
      findUnsentEmailsTo(client, eraser, { ...range, after: first }),
    'emails to the person': (client) => findEmailsTo(client, eraser, { ...range, after: first }),
    'emails of the account': (client, after) => findMentioningEmails(client, eraser, { ...range, after }),
    'endpoints of all accounts': (client) => findNextEndpoint(client, ACCOUNT, first),
    'messages of an endpoint': (client, after) =>
      findMentioningMessages(client, eraser, { ...range, webhookId: ACCOUNT, after }),
    'logs of the account': (client, after) =>
      findMentioningLogs(client, eraser, {
        accountId: ACCOUNT,
        after: after === first ? '0' : logIdLowerBound(half),
        before: logIdLowerBound(new Date()),
      }),
    'refused rows of imports': (client, after) =>
      findMentioningFailures(client, eraser, { accountId: ACCOUNT, after }),
    'contacts of an audience': (client) =>
      deleteContactsOfAudience(
        { client, room: Number.POSITIVE_INFINITY, count: () => Promise.resolve() },
        [testIntake.intake],
        { accountId: ACCOUNT, audienceId: LIST, after: first, limit: 500, now: new Date() },
      ),
    'memberships of a segment': (client, after) =>
      removeMembershipsOfSegment(client, { segmentId: ACCOUNT, after, limit: 500 }),
    'choices of the account': (client, after) =>
      removeChoicesOfTopic(client, {
        accountId: ACCOUNT,
        topicId: LIST,
        limit: CHOICES,
        after: [after === first ? '' : '5', NIL_UUID],
      }),
  };
  const half = new Date(Date.now() - (ROWS / 2) * 1_000);

  it('read a page, from the beginning and from the middle', async () => {
    for (const [title, step] of Object.entries(steps))
      for (const after of [first, uuidV7LowerBound(half)]) {
        const nodes = await analyze(database.pool, (client) => step(client as Transaction, after));
        const read = nodes.map((node) => (node['Relation Name'] ? rowsRead(node) : filteredOut(node)));
        const sum = read.reduce((total, rows) => total + rows, 0);
        expect(sum, `${title} after ${after}`).to.be.below(MOST_ROWS_READ);
      }
  });
});

function filteredOut(node: Plan): number {
  return (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
}
