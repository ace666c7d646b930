// What a step of an erasure reads does not depend on the size of the tables: it reads a page by an index. The tests check
// Postgres' plans of the real statements, for an account among others.
import { expect } from 'chai';
import type { Transaction } from '../../../../../shared/platform/db/transaction.ts';
import { logIdLowerBound, NIL_UUID, uuidV7LowerBound } from '../../../../../shared/platform/time/ids.ts';
import { findMentioningFailures } from '../../../../../shared/resources/contact-imports/failures/erase.ts';
import { Eraser } from '../../../../../shared/resources/contacts/erasures/text/eraser.ts';
import { deleteContactsOfAudience } from '../../../../../shared/resources/contacts/removing/delete-of-audience.ts';
import {
  findEmailsTo,
  findMentioningEmails,
  findScheduledEmailsTo,
} from '../../../../../shared/resources/emails/erasing/find.ts';
import { findMentioningLogs } from '../../../../../shared/resources/logs/erase.ts';
import { removeMembershipsOfSegment } from '../../../../../shared/resources/segments/memberships/remove-all.ts';
import { removeChoicesOfTopic } from '../../../../../shared/resources/topics/choices/remove-all.ts';
import {
  findMentioningMessages,
  findNextEndpoint,
} from '../../../../../shared/resources/webhooks/erasing/find.ts';
import { useDatabase } from '../../../../support/database.ts';
import { explain, type Plan } from '../../../../support/plans.ts';

const ROWS = 30_000;
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const LIST = '01900000-0000-7000-8000-000000000003';
/** Every third row is the account's; every thousandth of these is about the person. */
const OWNER = `CASE WHEN n % 3 = 0 THEN '${ACCOUNT}' ELSE '01900000-0000-7000-8000-000000000002' END::uuid`;
const ADDRESS = `CASE WHEN n % 3000 = 0 THEN 'Bo@customer.dev' ELSE n || '@customer.dev' END`;
/** A page has at most 500 rows, of which each may be read twice; a small page of each of a few partitions in addition. */
const MOST_ROWS_READ = 3_000;
const CHOICES = 1_000;

describe('the steps of erasures and removals in large tables', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const eraser = new Eraser({ emailKey: 'bo@customer.dev', names: [], contactIds: [] });
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
    for (const table of [
      'contact_import_failures',
      'emails',
      'email_recipients',
      'webhook_messages',
      'logs',
      'contacts',
      'segment_contacts',
      'topic_choices',
    ])
      await database.pool.query(`ANALYZE ${table}`);
  });

  /** Rows that scans of tables read, including those that they filtered out. */
  const rowsRead = async (work: (client: Transaction) => Promise<unknown>): Promise<number> => {
    const plans = await explain(
      database.pool,
      (client) => work(client as Transaction),
      'ANALYZE, FORMAT JSON',
    );
    const read = (node: Plan) =>
      ((node['Relation Name'] ? node['Actual Rows'] : 0) + (node['Rows Removed by Filter'] ?? 0)) *
      node['Actual Loops'];
    return plans.flat().reduce((sum, node) => sum + read(node), 0);
  };

  const range = { accountId: ACCOUNT, before: before_ };
  const steps: Record<string, (client: Transaction, isFirst: boolean) => Promise<unknown>> = {
    'scheduled emails to the person': (client) =>
      findScheduledEmailsTo(client, eraser, { ...range, after: NIL_UUID }),
    'emails to the person': (client) => findEmailsTo(client, eraser, { ...range, after: NIL_UUID }),
    'emails of the account': (client, isFirst) =>
      findMentioningEmails(client, eraser, { ...range, after: isFirst ? NIL_UUID : middle() }),
    'endpoints of all accounts': (client) => findNextEndpoint(client, ACCOUNT, NIL_UUID),
    'messages of an endpoint': (client, isFirst) =>
      findMentioningMessages(client, eraser, {
        ...range,
        webhookId: ACCOUNT,
        after: isFirst ? NIL_UUID : middle(),
      }),
    'logs of the account': (client, isFirst) =>
      findMentioningLogs(client, eraser, {
        accountId: ACCOUNT,
        after: isFirst ? '0' : logIdLowerBound(half()),
        before: logIdLowerBound(new Date()),
      }),
    'refused rows of imports': (client, isFirst) =>
      findMentioningFailures(client, eraser, { accountId: ACCOUNT, after: isFirst ? NIL_UUID : middle() }),
    'contacts of an audience': (client) =>
      deleteContactsOfAudience(
        { client, room: Number.POSITIVE_INFINITY, count: () => Promise.resolve() },
        { accountId: ACCOUNT, audienceId: LIST, after: NIL_UUID, limit: 500, now: new Date() },
      ),
    'memberships of a segment': (client, isFirst) =>
      removeMembershipsOfSegment(client, {
        segmentId: ACCOUNT,
        after: isFirst ? NIL_UUID : middle(),
        limit: 500,
      }),
    'choices of the account': (client, isFirst) =>
      removeChoicesOfTopic(client, {
        accountId: ACCOUNT,
        topicId: LIST,
        after: isFirst ? ['', NIL_UUID] : ['5', NIL_UUID],
        limit: CHOICES,
      }),
  };
  const half = () => new Date(Date.now() - (ROWS / 2) * 1_000);
  const middle = () => uuidV7LowerBound(half());

  for (const [title, step] of Object.entries(steps)) {
    it(`read a page of ${title}, from the beginning and from the middle`, async () => {
      for (const isFirst of [true, false]) {
        expect(await rowsRead((client) => step(client, isFirst))).to.be.below(MOST_ROWS_READ);
      }
    });
  }
});
