// With `?filter` the rules of a filter about the contacts of the account, for those who build editors and for the tests.
import { useState } from 'react';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '../../shared/contract/limits.ts';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Section } from '../design/layout/section.tsx';
import { RuleTree } from '../rules/rule-tree.tsx';
import { ruleSentence } from '../rules/sentence.ts';
import { useContactFields } from '../rules/use-contact-fields.ts';

const LIMITS = { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX };

/** @param filter JSON; empty: no rule yet */
export function FilterWork({ filter }: { filter: string }) {
  const [value, setValue] = useState<unknown>(() => (filter === '' ? undefined : JSON.parse(filter)));
  const { fields, failure, retry } = useContactFields(value, undefined);
  if (!fields) return failure ? <FailureNote failure={failure} onRetry={retry} /> : null;
  return (
    <Section title="Rules of a filter">
      <p data-sentence>{ruleSentence(value, fields)}</p>
      <RuleTree
        label="Rules of the filter"
        value={value}
        onChange={setValue}
        fields={fields}
        limits={LIMITS}
        path="filter"
      />
    </Section>
  );
}
