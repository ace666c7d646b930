// Rules: put together, refused by the API, read only, and about fields without a type, as those of an event.
import { useState } from 'react';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '../../shared/contract/limits.ts';
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { contactFields } from '../rules/contacts/contact-fields.ts';
import type { RecordFields, RuleField, RuleFields } from '../rules/rule-fields.ts';
import { RuleTree } from '../rules/rule-tree.tsx';
import { ruleSentence } from '../rules/sentence.ts';
import styles from './gallery.module.css';

const TOPICS = [
  { id: 't1', name: 'Product news' },
  { id: 't2', name: 'Tips' },
];
const CAMPAIGNS = [{ id: 'c1', name: 'Autumn sale' }];
const RECORDS: readonly RecordFields[] = [
  { prefix: 'topic.', label: 'Topic', one: 'a topic', first: 'opt_in', isAlike: true, read: readOf(TOPICS) },
  {
    prefix: 'campaign.',
    label: 'Campaign',
    one: 'a campaign',
    first: 'opened',
    isAlike: true,
    read: readOf(CAMPAIGNS),
  },
];
const FIELDS = contactFields(
  {
    properties: [
      { key: 'plan', type: 'string' },
      { key: 'seats', type: 'number' },
      { key: 'paying', type: 'boolean' },
      { key: 'renews', type: 'date' },
    ],
    topics: TOPICS,
    campaigns: CAMPAIGNS,
    polls: [],
    segmentNames: undefined,
    audienceId: undefined,
  },
  RECORDS,
);
const LIMITS = { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX };
const FILTER = {
  and: [
    { field: 'contact.properties.plan', operator: 'eq', value: 'pro' },
    { not: { field: 'contact.email', operator: 'ends_with', value: '@acme.dev' } },
    {
      or: [
        { field: 'topic.t1', operator: 'eq', value: 'opt_in' },
        { field: 'engagement.last_opened_days', operator: 'lte', value: 90 },
        { field: 'contact.properties.renews', operator: 'lt', value: '2026-12-01' },
      ],
    },
  ],
};
const REFUSED = {
  or: [
    { field: 'contact.properties.shoe_size', operator: 'gt', value: 40 },
    { field: 'campaign.c1', operator: 'neq', value: 'opened' },
  ],
};
const OF_EVENT = { field: 'event.total', operator: 'gte', value: 100 };
const EVENT_FIELD: RuleField = { name: 'event.total', type: 'any', label: 'Total', words: 'total' };
const EVENT_FIELDS: RuleFields = {
  list: [{ id: EVENT_FIELD.name, label: EVENT_FIELD.label }],
  records: [],
  find: (name) => (name === EVENT_FIELD.name ? EVENT_FIELD : undefined),
  segmentName: () => undefined,
};

function readOf(records: readonly { id: string; name: string }[]): RecordFields['read'] {
  return async (text) =>
    records
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({ id, label: name }));
}

export function Rules() {
  return (
    <Section title="Rules">
      <Edited label="Rules of the segment" filter={FILTER} />
      <div className={styles.columns}>
        <Stack gap={4}>
          <Edited
            label="Rules that are refused"
            filter={REFUSED}
            fault={{ field: 'filter.rules[1].field', message: 'This campaign has not begun.' }}
          />
          <Edited label="Rules of an event" filter={OF_EVENT} fields={EVENT_FIELDS} />
        </Stack>
        <Stack gap={4}>
          <Edited label="No rules" filter={undefined} />
          <Edited label="Rules that are read" filter={FILTER} isReadOnly />
        </Stack>
      </div>
    </Section>
  );
}

interface EditedProps {
  label: string;
  filter: unknown;
  fields?: RuleFields;
  fault?: { field: string; message: string };
  isReadOnly?: boolean;
}

function Edited({ filter, fields = FIELDS, ...props }: EditedProps) {
  const [value, setValue] = useState(filter);
  return (
    <Card>
      <Stack gap={4}>
        <p data-sentence>{ruleSentence(value, fields)}</p>
        <RuleTree
          {...props}
          value={value}
          onChange={setValue}
          fields={fields}
          limits={LIMITS}
          path="filter"
        />
      </Stack>
    </Card>
  );
}
