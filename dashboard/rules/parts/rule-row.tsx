// A rule as a sentence whose parts one chooses: what it is about, what is true of it, and the value.
import X from 'lucide-react/icons/x';
import { memo, useState } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { ComboBox } from '../../design/fields/combo/combo-box.tsx';
import { Select } from '../../design/fields/select.tsx';
import { type RuleFields, type RuleOption, recordFieldsOf } from '../rule-fields.ts';
import styles from '../rule-tree.module.css';
import type { RuleNode } from '../rules.ts';
import { nodeSentence } from '../sentence.ts';
import type { ShownFault } from '../shown-faults.ts';
import type { TreeActs } from '../use-tree.ts';
import { aboutField, aboutRecord, sayVerb, verbOfRule, verbsOf } from '../verbs.ts';
import { NodeHandle } from './node-handle.tsx';
import { ValueField } from './value-field.tsx';

interface RuleRowProps {
  rule: RuleNode;
  /** "and", "or": how it follows the one before. */
  joint: string;
  fields: RuleFields;
  fault: ShownFault | undefined;
  acts: TreeActs;
}

/** Drawn again only when it has changed itself: a tree may have fifty. */
export const RuleRow = memo(function RuleRow({ rule, joint, fields, fault, acts }: RuleRowProps) {
  // What one has just begun is not finished yet, and no fault.
  const [isLeft, setLeft] = useState(!acts.isNew(rule.key));
  const shown = fault && (isLeft || fault.isRefusal) ? fault : undefined;
  const sentence = nodeSentence(rule, fields);
  const errorOf = (part: ShownFault['part']) => (shown?.part === part ? shown.message : undefined);
  return (
    <li
      className={styles.row}
      data-node={rule.key}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!isWithin(currentTarget, relatedTarget)) setLeft(true);
      }}
    >
      <NodeHandle nodeKey={rule.key} label={`Rule: ${sentence}`} acts={acts} />
      <span className={styles.joint}>{joint}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no row of fields in all browsers. */}
      <div role="group" aria-label={sentence} className={styles.parts}>
        <FieldParts rule={rule} fields={fields} acts={acts} error={errorOf('field')} />
        <SaidParts rule={rule} fields={fields} acts={acts} errorOf={errorOf} />
        {shown?.part === '' ? <p className={styles.error}>{shown.message}</p> : null}
      </div>
      <IconButton label={`Remove the rule: ${sentence}`} icon={X} onPress={() => acts.remove(rule.key)} />
    </li>
  );
});

/** Whether the focus stays with the row: in it, or in a list that floats over it. */
function isWithin(row: Element, focused: Element | null): boolean {
  if (!focused || row.contains(focused)) return focused !== null;
  const floating = focused.closest('[role="dialog"], [role="listbox"], [role="menu"]');
  return floating !== null && !floating.contains(row);
}

type PartProps = Pick<RuleRowProps, 'rule' | 'fields' | 'acts'>;

/** What it is about: a field, and of a topic, a campaign or a poll which one. */
function FieldParts({ rule, fields, acts, error }: PartProps & { error: string | undefined }) {
  const records = recordFieldsOf(fields, rule.field);
  const field = fields.find(rule.field);
  const label = records?.label ?? field?.label ?? rule.field;
  const choose = (id: string) => {
    const next = fields.find(id);
    acts.change(
      next ? aboutField(rule, field, next) : { ...rule, field: id, operator: 'eq', value: undefined },
    );
  };
  return (
    <>
      <div className={styles.about}>
        <ComboBox
          label="Field"
          isLabelHidden
          value={rule.field === '' ? undefined : { id: records?.prefix ?? rule.field, label }}
          onChange={(next) => next?.id !== undefined && next.id !== records?.prefix && choose(next.id)}
          read={async (text) => optionsFor(fields, text)}
          placeholder="Choose a field…"
          error={records ? undefined : error}
        />
      </div>
      {records ? (
        <div className={styles.about}>
          <ComboBox
            key={records.prefix}
            label={`Which ${records.label.toLowerCase()}`}
            isLabelHidden
            value={field?.of}
            onChange={(next) => next?.id !== undefined && acts.change(aboutRecord(rule, next.id, records))}
            read={records.read}
            placeholder={`Choose ${records.one}…`}
            error={error}
          />
        </div>
      ) : null}
    </>
  );
}

/** Those that are like a text; and the one that has it as its name, where fields are known by their names only. */
function optionsFor(fields: RuleFields, text: string): RuleOption[] {
  const like = fields.list.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  const named = fields.find(text.trim());
  const isOffered = !named || named.of || fields.list.some(({ id }) => id === named.name);
  return isOffered ? like : [...like, { id: named.name, label: named.label }];
}

interface SaidPartsProps extends PartProps {
  errorOf: (part: ShownFault['part']) => string | undefined;
}

/** What is true of it: a verb, and the value that follows it. */
function SaidParts({ rule, fields, acts, errorOf }: SaidPartsProps) {
  const field = fields.find(rule.field);
  if (!field || field.isReading) return null;
  const verbs = verbsOf(field);
  const verb = verbOfRule(field, rule);
  const choose = (id: string) => {
    const next = verbs.find((each) => each.id === id);
    if (next) acts.change(sayVerb(rule, next, verb));
  };
  return (
    <>
      <div className={styles.verb}>
        <Select
          label="Condition"
          isLabelHidden
          value={verb?.id ?? ''}
          options={verbs}
          onChange={choose}
          error={errorOf('operator') ?? (verb?.isOpen ? undefined : errorOf('value'))}
        />
      </div>
      {verb?.isOpen ? (
        <div className={styles.value}>
          <ValueField
            key={field.name}
            field={field}
            fields={fields}
            value={rule.value}
            onChange={(value) => acts.change({ ...rule, value })}
            error={errorOf('value')}
          />
        </div>
      ) : null}
      {verb?.unit === undefined ? null : <span className={styles.unit}>{verb.unit}</span>}
    </>
  );
}
