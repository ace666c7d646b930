// Receiving of a domain in words: which MX record it needs, and where mail to the domain goes now. Pure.
import type { Domain, MxCheck } from '../../../api/generated/types.ts';

type Receiving = Pick<Domain, 'name' | 'capabilities'> & {
  records: readonly Pick<Domain['records'][number], 'record' | 'type' | 'value' | 'priority' | 'status'>[];
};

const BY_STATUS: Readonly<Record<Domain['records'][number]['status'], string>> = {
  not_started: 'is checked after you press “Verify now”',
  pending: 'is not published yet. Posthorn keeps checking',
  verified: 'is published, and mail is received',
  temporary_failure: 'was published before and is now missing or wrong',
  failed: 'was missing or wrong for 72 hours. Correct it, then verify the domain again',
};

/** "10 mail.example.com": the record that receiving needs; undefined: no record of the domain names the host. */
function wantedRecord({ records }: Receiving): string | undefined {
  const record =
    records.find((each) => each.record === 'Receiving') ?? records.find(({ type }) => type === 'MX');
  return record && `${record.priority ?? 10} ${record.value}`;
}

/** The requirements of receiving, and whether they are met. */
export function receivingWords(domain: Receiving): string {
  const wanted = wantedRecord(domain);
  const record = domain.records.find((each) => each.record === 'Receiving');
  const name = wanted === undefined ? 'an MX record' : `the MX record ${wanted}`;
  if (!record)
    return `Receiving needs ${name} at ${domain.name}. The Records tab shows it when receiving is on.`;
  return `Receiving needs ${name} at ${domain.name}. This record ${BY_STATUS[record.status]}.`;
}

/** The record of a name that takes no mail (RFC 7505). */
const NO_MAIL = '0 .';

/** Where mail is delivered now, and what to watch for. */
export function mxVerdict({ domain: name, records, receiving_ready, conflicts }: MxCheck): {
  kind: 'good' | 'warn' | 'info';
  text: string;
} {
  if (receiving_ready === null)
    return { kind: 'info', text: 'DNS did not answer, so it is not known where mail goes. Check again.' };
  if (receiving_ready) {
    const others = conflicts.length === 0 ? '' : ' Senders try other servers when this one does not answer.';
    return { kind: 'good', text: `This service receives mail to ${name}.${others}` };
  }
  if (records.length === 0)
    return { kind: 'info', text: `${name} has no MX record, so this service does not receive its mail yet.` };
  if (conflicts.length === 1 && conflicts[0] === NO_MAIL)
    return {
      kind: 'warn',
      text: `The MX record of ${name} says that it accepts no mail. Replace the record to receive mail.`,
    };
  return {
    kind: 'warn',
    text:
      `The mailboxes of ${name} are hosted elsewhere. If you replace their MX records, their mail would arrive here ` +
      `instead. You do not need this to send. To receive mail as well, add a subdomain such as in.${name}.`,
  };
}
