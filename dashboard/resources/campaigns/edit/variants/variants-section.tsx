// The test of variants of a campaign: off, or what differs, who gets it and what decides. Its fields come when it is switched on.
import { fieldError } from '../../../../api/form-failure.ts';
import type { Campaign } from '../../../../api/generated/types.ts';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Switch } from '../../../../design/fields/switch.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { loadedLater } from '../../../../design/lazy/loaded-later.tsx';
import { lockedWords } from '../locked-words.ts';
import type { SectionProps } from '../section.ts';
import { type EditedTest, FIRST_TEST, isTestFinished } from './edited-test.ts';
import { METRIC_WORDS } from './metric-words.ts';
import css from './variants.module.css';

const VariantsFields = loadedLater(() => import('./variants-fields.tsx').then((it) => it.VariantsFields));

/** The section. */
export function VariantsSection({ campaign, values, change, failure, refusal, isLocked }: SectionProps) {
  const locked = lockedWords(refusal, isLocked);
  const { ab_test: test } = values;
  const changeTest = (next: EditedTest | null) =>
    change({ ab_test: next }, next && !isTestFinished(next) ? ['ab_test'] : []);
  return (
    <Section
      title="Variants"
      description="Some recipients get variants of the email. The others get the variant that performs best."
    >
      <Switch
        label="Test variants"
        isSelected={test !== null}
        refusal={locked}
        onChange={(isOn) => changeTest(isOn ? FIRST_TEST : null)}
      />
      {isLocked && <p className={css['soft']}>{locked}</p>}
      {locked !== undefined && campaign.ab_test && <LockedTest test={campaign.ab_test} />}
      {locked === undefined && test && (
        <>
          {failure?.field === 'ab_test' && <FailureNote failure={failure} />}
          <VariantsFields.Component
            campaign={campaign}
            values={values}
            test={test}
            onChange={changeTest}
            errorOf={(field) => fieldError(failure, `ab_test.${field}`)}
          />
        </>
      )}
    </Section>
  );
}

function LockedTest({ test }: { test: NonNullable<Campaign['ab_test']> }) {
  return (
    <Facts
      facts={[
        ['Variants', test.variants.map(({ key }) => key).join(', ')],
        ['Test group', `${test.test_percent}% of recipients`],
        ['Decided by', METRIC_WORDS[test.winner_metric]],
        ...(test.wait === null ? [] : [['After', test.wait] as const]),
        ...(test.winner === null ? [] : [['Winner', test.winner] as const]),
      ]}
    />
  );
}
