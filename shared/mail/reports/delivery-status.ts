// Reads message/delivery-status (RFC 3464) and message/global-delivery-status (RFC 6533).

import { findPolicyCode, findReply } from './diagnostic.ts';
import { type DeliveryReport, MATCHED_MAX_LENGTH, RECIPIENTS_MAX } from './report.ts';
import { firstOf, type ReportFields, readGroups, toOneLine } from './report-fields.ts';
import { readReportedAddress } from './reported-address.ts';

/** Fields that a recipient has once; the next one belongs to the next recipient, even without an empty line between. */
const ONCE = new Set(['original-recipient', 'final-recipient', 'action', 'status']);
/** Each recipient has one of them; the group of the message has none. */
const OF_RECIPIENT = new Set(['original-recipient', 'final-recipient', 'action']);
/** RFC 3464 §2.3.3. An expanded list sends no reports of its members to us. */
const ACTIONS: Readonly<Record<string, DeliveryReport['action']>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'relayed',
  expanded: 'relayed',
};
/** For a report without a known action: the class of its status (RFC 3463 §3.1). */
const ACTION_OF_CLASS: Readonly<Record<string, DeliveryReport['action']>> = {
  2: 'delivered',
  4: 'delayed',
  5: 'failed',
};
/** Fields that have a host, an address, a time, an id or a name; any other one may have the reply of a server. */
const NO_REPLY = /recipient|mta|date|status|action|sender|mail-from|address|ip$|id$|name$/;
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;
/** `smtp;`, `dns;`, `x-postfix;` */
const TYPE = /^[\w.-]{1,40}\s*;\s*/;
const MTA_MAX_LENGTH = 255;

/** @returns its report on each recipient, at most 1,000 of them; none when it is not such a text */
export function readDeliveryStatus(text: string): DeliveryReport[] {
  const reports: DeliveryReport[] = [];
  const policyCode = findPolicyCode(text.slice(0, MATCHED_MAX_LENGTH));
  for (const group of readGroups(text)) {
    for (const fields of splitRecipients(group)) {
      const report = toDeliveryReport(fields, policyCode);
      if (report) reports.push(report);
      if (reports.length === RECIPIENTS_MAX) return reports;
    }
  }
  return reports;
}

function splitRecipients(group: ReportFields): ReportFields[] {
  const recipients: [string, string][][] = [];
  let seen = new Set<string>();
  let fields: [string, string][] = [];
  for (const [name, value] of group) {
    if (ONCE.has(name) && seen.has(name)) {
      recipients.push(fields);
      fields = [];
      seen = new Set();
    }
    seen.add(name);
    fields.push([name, value]);
  }
  recipients.push(fields);
  return recipients.filter((each) => each.some(([name]) => OF_RECIPIENT.has(name)));
}

/** A failed recipient without a status, which is required, may be the one whose refusal by policy is elsewhere. */
function toDeliveryReport(fields: ReportFields, policyCode: string | null): DeliveryReport | undefined {
  const status = STATUS.exec(toOneLine(firstOf(fields, 'status') ?? ''))?.[0] ?? null;
  const word = /^[a-z]+/i.exec(firstOf(fields, 'action') ?? '')?.[0].toLowerCase() ?? '';
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : ACTION_OF_CLASS[status?.[0] ?? ''];
  if (!action) return undefined;
  const [original, final] = ['original-recipient', 'final-recipient'].map((name) =>
    readReportedAddress(firstOf(fields, name) ?? ''),
  );
  const code = firstOf(fields, 'diagnostic-code') ?? '';
  const others = fields.filter(([name]) => !NO_REPLY.test(name)).map(([, value]) => value);
  const said = [code, ...others].map((value) => toOneLine(value).replace(TYPE, ''));
  const diagnostic = said.find((value) => findReply(value)) ?? said[0];
  const remoteMta = toOneLine(firstOf(fields, 'remote-mta') ?? '', MTA_MAX_LENGTH).replace(TYPE, '');
  return {
    action,
    address: original ?? final ?? null,
    status: action === 'failed' ? (status ?? policyCode) : status,
    diagnostic: diagnostic || null,
    remoteMta: remoteMta || null,
  };
}
