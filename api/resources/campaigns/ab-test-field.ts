// The field `ab_test` of a campaign (docs/reference/campaigns.md#tests-of-variants).
import Joi from 'joi';
import { CAMPAIGN_WINNER_METRICS } from '../../../shared/contract/campaigns/values.ts';
import {
  CAMPAIGN_VARIANTS_MAX,
  CAMPAIGN_VARIANTS_MIN,
  TEST_WAIT_MAX_DAYS,
  TEST_WAIT_MIN_MINUTES,
  VARIANT_KEY_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { parseDuration } from '../../../shared/platform/time/parse-duration.ts';
import {
  TEST_WAIT_BOUNDS,
  type WinnerMetric,
} from '../../../shared/resources/flows/campaigns/ab-test/ab-test.ts';
import type {
  GivenTest,
  OwnFields,
} from '../../../shared/resources/flows/campaigns/ab-test/variant-contents.ts';
import { objectOfFields } from '../../near-misses/object-schema.ts';
import { findContentFault } from '../emails/content-fields.ts';
import { type ChangedMail, readMailFields, variantMail } from '../emails/mail-fields.ts';
import { subjectField } from './subject-field.ts';

interface VariantInput extends Omit<ChangedMail, 'reply_to'> {
  key: string;
}

/** The field as it was given. */
export interface AbTestInput {
  variants: VariantInput[];
  test_percent: number;
  winner_metric: WinnerMetric;
  wait?: string;
}

/** Longer texts are not durations. */
const WAIT_MAX_LENGTH = 200;

/** The key of a variant. */
export const variantKey = Joi.string()
  .max(VARIANT_KEY_MAX_LENGTH)
  .pattern(/^[A-Za-z0-9_-]+$/)
  .messages({ 'string.pattern.base': '{{#label}} must be letters, digits, `_` and `-`' });

const variant = objectOfFields<VariantInput>({
  key: variantKey.required().description('Name of the variant: letters, digits, `_` and `-`'),
  ...variantMail,
  subject: subjectField.empty(Joi.valid(null, '')).description('Its own `subject`'),
}).custom((value: VariantInput, { error }) => {
  return findContentFault(value) === 'content.too_large' ? error('content.too_large') : value;
});

/** Schema of the field. A variant without a field has the campaign's. */
export const abTestField = objectOfFields<AbTestInput>({
  variants: Joi.array()
    .items(variant)
    .min(CAMPAIGN_VARIANTS_MIN)
    .max(CAMPAIGN_VARIANTS_MAX)
    .unique('key')
    .required()
    .description('The variants. Each is the campaign with the fields that it overrides'),
  test_percent: Joi.number()
    .strict()
    .integer()
    .min(1)
    .max(100)
    .required()
    .description('Percentage of the recipients in the test'),
  winner_metric: Joi.string()
    .valid(...CAMPAIGN_WINNER_METRICS)
    .required()
    .description('What decides the winner; `manual`: a person decides'),
  wait: Joi.string()
    .max(WAIT_MAX_LENGTH)
    .custom((text: string, { error }) => {
      const isDuration = parseDuration(text, TEST_WAIT_BOUNDS) !== undefined;
      return isDuration ? text : error('test.wait');
    })
    .empty(null)
    .description(
      'How long the test waits for results after its last email, such as `4 hours`. Required unless a person decides',
    ),
}).custom((value: AbTestInput, { error }) =>
  value.wait === undefined && value.winner_metric !== 'manual'
    ? error('field.missing', { field: 'ab_test.wait' })
    : value,
);

/** Messages of its faults. */
export const AB_TEST_MESSAGES = {
  'array.unique': '{{#label}} has the same `key` as another variant',
  'test.wait': `{{#label}} must be a duration from ${TEST_WAIT_MIN_MINUTES} minutes to ${TEST_WAIT_MAX_DAYS} days, such as \`4 hours\``,
};

/** The test that a client wants. */
export function toGivenTest({
  variants,
  test_percent: testPercent,
  winner_metric: winnerMetric,
  wait,
}: AbTestInput): GivenTest {
  return {
    testPercent,
    winnerMetric,
    wait: winnerMetric === 'manual' ? null : (wait ?? null),
    variants: variants.map((variant) => ({ key: variant.key, own: ownFieldsOf(variant) })),
  };
}

/** An empty text without html is none, as in the campaign. */
function ownFieldsOf(variant: VariantInput): OwnFields {
  const { text, ...own } = readMailFields(variant);
  return text === undefined || (text === '' && !own.html) ? own : { ...own, text };
}
