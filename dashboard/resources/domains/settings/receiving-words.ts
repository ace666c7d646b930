// Receiving of a domain in words: which MX record it needs, and where mail to the domain goes now. Pure.
import type { Domain, MxCheck } from '../../../api/generated/types.ts';

type Receiving = Pick<Domain, 'name' | 'capabilities'> & {
  records: readonly Pick<Domain['records'][number], 'record' | 'type' | 'value' | 'priority' | 'status'>[];
};

const BY_STATUS: Readonly<Record<Domain['records'][number]['status'], string>> = {
  not_started: 'is looked for from the first “Verify now” on',
  pending: 'is not there yet, and is looked for again and again',
  verified: 'is there, and mail is received',
  temporary_failure: 'was there and is missing or not right',
  failed: 'was missing or not right for 72 hours: correct it, then verify the domain again',
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
  if (!record) return `Receiving needs ${name} at ${domain.name}. It is in the tab Records once this is on.`;
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
    return { kind: 'info', text: 'DNS did not answer, so where mail goes is not known. Look again.' };
  if (receiving_ready) {
    const others = conflicts.length === 0 ? '' : ' Other servers are tried while this one does not answer.';
    return { kind: 'good', text: `Mail to ${name} comes to this service.${others}` };
  }
  if (records.length === 0)
    return { kind: 'info', text: `${name} has no MX record: this service gets no mail for it yet.` };
  if (conflicts.length === 1 && conflicts[0] === NO_MAIL)
    return {
      kind: 'warn',
      text: `The MX record of ${name} says that it takes no mail. Replace it to receive.`,
    };
  return {
    kind: 'warn',
    text:
      `The mailboxes of ${name} are elsewhere. With the MX record of this service in place of these, their mail would come here ` +
      `and not to them any more. Sending does not need it: to receive as well, add a subdomain such as in.${name}.`,
  };
}
