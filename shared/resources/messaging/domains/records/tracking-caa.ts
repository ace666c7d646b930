// The CAA record of the host of tracked links. Where a domain, or one above it, lists the authorities that may issue
// certificates (RFC 8659), ours must be among them, or the host gets no certificate and no link works. Only DNS knows
// whether the record is needed, so the name that has the list is in the key of the record's state, and nowhere else.
import type { CaaRecord, DomainQuestions } from '../../../../platform/net/dns/answer.ts';
import { listNamesFrom } from '../../../../platform/net/dns/own-name-servers.ts';
import { type DomainInDns, type DomainRecord, type MailHost, registrableOf } from './dns-records.ts';
import type { RecordWithState } from './domain-status.ts';
import type { CheckedValues } from './record-answer.ts';
import { newRecordState, type RecordState } from './record-state.ts';

const PURPOSE = 'TrackingCAA';

/** The record in the list of a name. */
function recordAt(name: string, { certificateIssuer }: MailHost): DomainRecord {
  return {
    key: `${PURPOSE} ${name}`,
    record: PURPOSE,
    name,
    type: 'CAA',
    value: issueValue(certificateIssuer),
    priority: null,
    neededFor: null,
  };
}

const issueValue = (issuer: string) => `0 issue "${issuer}"`;

/** The records that the last check has found to be needed. */
export function listTrackingCaa(
  { trackingSubdomain }: Pick<DomainInDns, 'trackingSubdomain'>,
  states: readonly RecordState[],
  mailHost: MailHost,
): DomainRecord[] {
  if (trackingSubdomain === null) return [];
  return states
    .filter(({ key }) => key.startsWith(`${PURPOSE} `))
    .map(({ key }) => recordAt(key.slice(PURPOSE.length + 1), mailHost));
}

/** Asks DNS whether the record is needed. @returns the records of the domain with it, or without */
export async function withTrackingCaa(
  records: readonly RecordWithState[],
  questions: DomainQuestions,
  mailHost: MailHost,
  now: Date,
): Promise<readonly RecordWithState[]> {
  const host = records.find(({ record }) => record.record === 'Tracking')?.record.name;
  const place = host === undefined ? 'none' : await findList(host, questions);
  if (place === 'unanswered') return records;
  const others = records.filter(({ record }) => record.record !== PURPOSE);
  if (place === 'none') return others;
  const record = recordAt(place.name, mailHost);
  const state = records.find((each) => each.record.key === record.key)?.state;
  return [...others, { record, state: state ?? newRecordState(record.key, 'pending', now) }];
}

/** The nearest name that has CAA records decides (RFC 8659 §3). What is at the host is of its alias: it is ours. */
async function findList(
  host: string,
  questions: DomainQuestions,
): Promise<{ name: string } | 'none' | 'unanswered'> {
  // Above the registrable domain its owner can publish nothing.
  for (const name of listNamesFrom(host, registrableOf(host))) {
    const answers = (await questions.caa(name)).map(({ answer }) => answer);
    if (answers.every(({ kind }) => kind === 'unanswered')) return 'unanswered';
    const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
    if (found.length > 0) return name !== host && found.some(isIssue) ? { name } : 'none';
  }
  return 'none';
}

/** Compares the list of a name with the wanted record. Parameters after the name of an authority are for it alone. */
export function checkCaa(name: string, list: readonly CaaRecord[], wanted: string): CheckedValues {
  const issues = list.filter(isIssue).map(({ value }) => value);
  const allowed = issues.map((value) => issueValue((value.split(';')[0] ?? '').trim().toLowerCase()));
  const found = issues.map(issueValue);
  // A list that restricts nothing allows everyone.
  if (issues.length === 0 || allowed.includes(wanted)) return { isGood: true, found, detail: null };
  const detail = `The CAA records at ${name} do not allow a certificate for the host of tracked links. Add the expected record, and keep the others.`;
  return { isGood: false, found, detail, problem: 'different' };
}

function isIssue({ tag }: CaaRecord): boolean {
  return tag === 'issue';
}
