// The fields of a test of variants: what differs, each variant with what it has of its own, the part of the people, and what
// decides. Below it is said what few people can show.
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { CAMPAIGN_WINNER_METRICS } from '../../../../../shared/contract/campaigns/values.ts';
import { CAMPAIGN_VARIANTS_MAX } from '../../../../../shared/contract/limits.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { MultiSelect } from '../../../../design/fields/multi-select.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { useAudience } from '../audience/use-audience.ts';
import type { EditedCampaign } from '../campaign-draft.ts';
import { WholeNumberField } from '../whole-number-field.tsx';
import {
  type EditedTest,
  hasRoom,
  hasSpare,
  TESTED_PARTS,
  type TestedPart,
  testedParts,
  withField,
  withMetric,
  withoutVariant,
  withParts,
  withVariant,
} from './edited-test.ts';
import { METRIC_WORDS } from './metric-words.ts';
import { fewPeopleWords } from './smallest-difference.ts';
import { VariantFields } from './variant-fields.tsx';
import css from './variants.module.css';

const METRICS = CAMPAIGN_WINNER_METRICS.map((id) => ({ id, label: METRIC_WORDS[id] }));

interface VariantsFieldsProps {
  campaign: Campaign;
  values: EditedCampaign;
  test: EditedTest;
  onChange(test: EditedTest): void;
  /** The refusal of the API. @param field below `ab_test` */
  errorOf(field: string): string | undefined;
}

/** The fields. */
export function VariantsFields({ campaign, values, test, onChange, errorOf }: VariantsFieldsProps) {
  const used = testedParts(test);
  const [chosen, setChosen] = useState<readonly TestedPart[]>(used.length > 0 ? used : ['subject']);
  const parts = TESTED_PARTS.map(({ id }) => id).filter((id) => chosen.includes(id) || used.includes(id));
  return (
    <div className={css['fields']}>
      <MultiSelect
        label="What differs"
        values={parts}
        options={TESTED_PARTS}
        onChange={(ids) => {
          const next = ids as TestedPart[];
          setChosen(next);
          onChange(withParts(test, next));
        }}
      />
      {test.variants.map((variant, place) => (
        <VariantFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the key of a variant is typed.
          key={place}
          variant={variant}
          place={place}
          parts={parts}
          values={values}
          onType={(field, text) => onChange(withField(test, place, field, text))}
          onRemove={hasSpare(test) ? () => onChange(withoutVariant(test, place)) : undefined}
          errorOf={errorOf}
        />
      ))}
      <div>
        <Button
          size="small"
          icon={Plus}
          refusal={hasRoom(test) ? undefined : `A test has up to ${CAMPAIGN_VARIANTS_MAX} variants.`}
          onPress={() => onChange(withVariant(test))}
        >
          Add a variant
        </Button>
      </div>
      <DecisionFields test={test} onChange={onChange} errorOf={errorOf} />
      <FewPeople campaign={campaign} test={test} />
    </div>
  );
}

function DecisionFields({
  test,
  onChange,
  errorOf,
}: Pick<VariantsFieldsProps, 'test' | 'onChange' | 'errorOf'>) {
  const { test_percent: percent, winner_metric: metric, wait } = test;
  return (
    <div className={css['decision']}>
      <WholeNumberField
        label="Share of recipients"
        suffix="%"
        value={percent}
        onChange={(typed) => onChange({ ...test, test_percent: typed ?? 0 })}
        error={errorOf('test_percent')}
      />
      <Select
        label="What decides"
        value={metric}
        options={METRICS}
        onChange={(id) => onChange(withMetric(test, id as EditedTest['winner_metric']))}
        error={errorOf('winner_metric')}
      />
      {metric !== 'manual' && (
        <TextField
          label="After"
          value={wait ?? ''}
          onChange={(typed) => onChange({ ...test, wait: typed })}
          hint="Such as 4 hours or 2 days after the test is sent."
          error={errorOf('wait')}
        />
      )}
    </div>
  );
}

function FewPeople({ campaign, test }: Pick<VariantsFieldsProps, 'campaign' | 'test'>) {
  const { data } = useAudience(campaign);
  const { test_percent: percent, variants, winner_metric: metric } = test;
  const words = data && fewPeopleWords({ people: data.sendable, percent, variants: variants.length }, metric);
  return words === undefined ? null : <Notice kind="info">{words}</Notice>;
}
