// The SQL of what rules read of a row of `contacts`.

import { ANY_OPTION } from '../../../../contract/segments/fields.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import type { RuleColumns } from '../../rules/condition.ts';
import { isoInstant } from '../../rules/iso-instant.ts';
import type { CampaignPart } from './campaigns.ts';
import type { ContactColumn, ContactField, RuleProperty } from './contact-field.ts';
import type { ContactStatement, LookUps } from './look-ups.ts';

/** The cost of reading for each contact, in units of about 50 ns. */
const COLUMN_COST = 1;
const PROPERTY_COST = 2;
const DATE_COST = 6;

/** How rules read contacts. The rules of dynamic segments must be instead of these (reader.ts). */
export function contactColumns(
  { parameter, now }: ContactStatement,
  lookUps: LookUps,
): RuleColumns<ContactField> {
  const dayBefore = (days: number) => utcDayOf(new Date(now.getTime() - days * DAY_MS));
  return {
    parameter,
    costOf(field) {
      if (field.kind === 'column') return COLUMN_COST;
      if (field.kind !== 'property') return lookUps.cost;
      return field.property.type === 'date' ? DATE_COST : PROPERTY_COST;
    },
    valueOf(field) {
      if (field.kind === 'unsubscribed') return `(${lookUps.hasUnsubscribed()})`;
      if (field.kind === 'column') return valueOfColumn(field.column);
      if (field.kind === 'property') return valueOfProperty(field.property, parameter);
      throw new Error(`A rule compares ${field.kind}, which has no value.`);
    },
    isValue: (field, value) => `(${isWordOf(field, value, lookUps)})`,
    isWithin(field, { least, most }) {
      if (field.kind !== 'engagement') throw new Error(`A rule asks when ${field.kind} last was.`);
      const from = most === undefined ? undefined : dayBefore(most);
      // Nothing happens after today, but contacts of a walk may change after the time for which it evaluates them.
      const until = least === 0 ? undefined : dayBefore(least);
      return `(${lookUps.hasEngaged(field.engagement, { from, until })})`;
    },
  };
}

/** A condition on a word or an id: a choice, or the member of a set. */
function isWordOf(field: ContactField, value: string, lookUps: LookUps): string {
  switch (field.kind) {
    case 'segment':
      return lookUps.isMember(value);
    case 'campaign': {
      const { dispatchId } = field.campaign;
      // Recipients of an old campaign are removed: no contact is one.
      return dispatchId === null ? 'false' : lookUps.isRecipient(dispatchId, value as CampaignPart);
    }
    case 'poll':
      return lookUps.hasVoted(field.poll.id, value === ANY_OPTION ? undefined : value);
    case 'topic': {
      const { topic } = field;
      // A contact without a choice gets the default.
      return value === topic.defaultSubscription
        ? `NOT (${lookUps.hasChosen(topic, value === 'opt_in' ? 'opt_out' : 'opt_in')})`
        : lookUps.hasChosen(topic, value);
    }
    default:
      throw new Error(`A rule asks whether ${field.kind} is a word or has an id.`);
  }
}

function valueOfColumn(column: ContactColumn): string {
  const value = `contacts.${column}`;
  const isTime = column === 'created_at' || column === 'updated_at';
  return isTime ? `date_trunc('milliseconds', ${value} AT TIME ZONE 'UTC')` : value;
}

function valueOfProperty({ number, type }: RuleProperty, parameter: ContactStatement['parameter']): string {
  const key = `${parameter(String(number))}::text`;
  const text = `(contacts.properties ->> ${key})`;
  if (type === 'string') return text;
  if (type === 'date') return isoInstant(text);
  return `(contacts.properties -> ${key})::${type === 'number' ? 'numeric' : 'boolean'}`;
}
