// Test data for the scenario `domains`: verified domains of one account, and their checks in the state in which the last
// check has left them.
import { type DkimKeyPair, generateDkimKey } from '../../shared/mail/dkim/dkim-keys.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { DEFAULT_SETTINGS } from '../../shared/resources/messaging/domains/insert.ts';
import { listDomainRecords } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import {
  newRecordState,
  recordStateAfter,
} from '../../shared/resources/messaging/domains/records/record-state.ts';
import { type BenchRecord, DOMAINS, nameOfDomain } from '../load/domain-names.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';

/** The host that the records name. */
export const MAIL_HOSTNAME = 'mx.bench-mail.dev';
/** The mechanisms of their SPF record, as the configuration makes them for this host. */
const SPF_MECHANISMS = `a:${MAIL_HOSTNAME}`;
const SELECTOR = 'ph1';
/** Other names make the same records below their own. */
const EXAMPLE = nameOfDomain(0);

/** Stores the domains, which all have one key. @returns the records that each has in DNS */
export async function storeDomains(database: Database): Promise<BenchRecord[]> {
  const key = await generateDkimKey();
  const records = recordsOf(key);
  const names = Array.from({ length: DOMAINS }, (_, number) => nameOfDomain(number));
  await database.query(INSERT_DOMAINS, [names]);
  await database.query(INSERT_AUDIENCES, [names]);
  await database.query(INSERT_KEYS, [names, SELECTOR, key.publicKeyBase64]);
  await database.query(INSERT_CHECKS, [names, JSON.stringify(statesOf(records))]);
  // This leaves the table as autovacuum would.
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
  return records.map(({ prefix, type, value }) => ({ prefix, type, value }));
}

/** A record with the name of its state. */
type KeyedRecord = BenchRecord & { key: string };

function recordsOf({ publicKeyBase64 }: DkimKeyPair): KeyedRecord[] {
  const mailHost = {
    mailHostname: MAIL_HOSTNAME,
    spfMechanisms: SPF_MECHANISMS,
    trackingHost: '',
    certificateIssuer: '',
  };
  const key = {
    id: '',
    domainId: '',
    selector: SELECTOR,
    publicKeyBase64,
    state: 'active',
    createdAt: new Date(0),
    retiresAt: null,
  } as const;
  return listDomainRecords(
    { ...DEFAULT_SETTINGS, name: EXAMPLE, providers: [{ name: 'default', spfInclude: null }] },
    [key],
    mailHost,
  ).map(({ key: stateKey, name, type, value }) => {
    if (type === 'CNAME' || type === 'CAA') throw new Error('The domains of the bench are not tracked.');
    return { key: stateKey, prefix: name.slice(0, -EXAMPLE.length - 1), type, value };
  });
}

function statesOf(records: readonly KeyedRecord[]) {
  const now = new Date();
  return records.map(({ key, value }) =>
    recordStateAfter(
      newRecordState(key, 'pending', now),
      { outcome: 'good', found: [value], detail: null },
      now,
    ),
  );
}

const INSERT_DOMAINS = `
  INSERT INTO domains (id, account_id, name, status, audience_id)
  SELECT uuid_v7(now()), accounts.id, given, 'verified', uuid_v7(now()) FROM unnest($1::text[]) AS given, accounts`;

const INSERT_AUDIENCES = `
  INSERT INTO audiences (id, account_id, name, created_at)
  SELECT audience_id, account_id, name, now() FROM domains WHERE name = ANY($1)`;

const INSERT_KEYS = `
  INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state)
  SELECT uuid_v7(now()), id, $2, $3, 'not used', 'active' FROM domains WHERE name = ANY($1)`;

/** No check is due. */
const INSERT_CHECKS = `
  INSERT INTO domain_checks (id, account_id, records, checked_at)
  SELECT id, account_id, $2::jsonb, now() FROM domains WHERE name = ANY($1)`;
