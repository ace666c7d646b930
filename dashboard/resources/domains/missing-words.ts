// What a domain lacks, in the few words of a row: lists show it, so it is apart from the sentences of the record. Pure.
import type { DomainItem } from '../../api/generated/types.ts';
import { recordName } from './records/purpose.ts';

type Missing = DomainItem['missing_records'][number];

type ListedDomain = Pick<
  DomainItem,
  'status' | 'status_reason' | 'missing_records' | 'vouched' | 'contested' | 'checked_at' | 'reputation'
>;

/** "DKIM and MX for bounces". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The reason why a domain in the list cannot send, or its missing records: "DKIM not found"; undefined: nothing. */
export function missingWords({
  status,
  status_reason,
  missing_records,
  vouched,
  contested,
  checked_at,
  reputation,
}: ListedDomain): string | undefined {
  if (status_reason !== null) return REASONS_IN_SHORT[status_reason];
  if (contested !== null) return 'Another account proved ownership';
  if (reputation === 'paused') return 'Sending is paused because of reputation';
  if (vouched) return 'Vouched for by an operator';
  if (missing_records.length === 0) return undefined;
  if (status === 'not_started') return 'Records not checked yet';
  if (checked_at === null) return 'DNS has not answered yet';
  const required = missing_records.filter((record) => record.required);
  if (required.length > 0) return lackWords(required);
  return `${lackWords(missing_records)} (optional)`;
}

/** "DKIM not right, MX for bounces and SPF not found": records to correct are first. */
export function lackWords(records: readonly Missing[]): string {
  const wrong = shortNamesOf(records.filter(isSeenWrong));
  const absent = shortNamesOf(records.filter((record) => !isSeenWrong(record)));
  return [
    ...(wrong.length > 0 ? [`${listed(wrong)} wrong`] : []),
    ...(absent.length > 0 ? [`${listed(absent)} not found`] : []),
  ].join(', ');
}

/** Something is published as this record, and it is not as it has to be. */
function isSeenWrong({ problem }: Missing): boolean {
  return problem !== null && problem !== 'absent';
}

/** The key that signs is required: another one belongs to a rotation. */
function shortNamesOf(records: readonly Missing[]): string[] {
  const signing = namesOf(records.filter(({ required }) => required));
  const others = namesOf(records.filter(({ required }) => !required));
  return [...signing, ...others.map((name) => (name === 'DKIM' ? 'DKIM key for rotation' : name))];
}

const REASONS_IN_SHORT = {
  domain_conflict: 'Another account uses this domain, or a parent or subdomain of it',
  plan_limit_reached: 'Over the limit of the plan',
  claimed: 'Another account claimed it',
} as const;

/** A rotation has several DKIM records; their name is said once. */
export function namesOf(records: readonly Pick<Missing, 'record' | 'type'>[]): string[] {
  return [...new Set(records.map(recordName))];
}
