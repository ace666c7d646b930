// A test of variants while it is written: each variant is what the campaign says, with the fields that it has of its own. A field
// that is emptied is that of the campaign again, so an empty one is never kept. Pure.

import { CAMPAIGN_VARIANTS_MAX, CAMPAIGN_VARIANTS_MIN } from '../../../../../shared/contract/limits.ts';
import type { VARIANT_FIELD_NAMES } from '../../../../../shared/contract/mail/fields.ts';
import type { UpdateCampaignBody } from '../../../../api/generated/types.ts';

/** The test in the form of the API. */
export type EditedTest = NonNullable<UpdateCampaignBody['ab_test']>;
/** One of its variants. */
export type EditedVariant = EditedTest['variants'][number];
/** The fields that a variant may have of its own. */
export type VariantField = (typeof VARIANT_FIELD_NAMES)[number];
/** The parts that a person can test: html and text are one body. */
export type TestedPart = 'subject' | 'preview_text' | 'from' | 'body';

/** The parts, in the order in which an inbox shows them. */
export const TESTED_PARTS: readonly { id: TestedPart; label: string }[] = [
  { id: 'subject', label: 'Subject' },
  { id: 'preview_text', label: 'Preview text' },
  { id: 'from', label: 'From' },
  { id: 'body', label: 'Body' },
];

/** The initial test: a second subject. */
export const FIRST_TEST: EditedTest = {
  variants: [{ key: 'a' }, { key: 'b' }],
  test_percent: 20,
  winner_metric: 'open_rate',
  wait: '4 hours',
};

/** The parts that some variant has of its own. */
export function testedParts({ variants }: EditedTest): TestedPart[] {
  const has = (fields: readonly VariantField[]) =>
    variants.some((variant) => fields.some((field) => variant[field] !== undefined));
  return TESTED_PARTS.map(({ id }) => id).filter((part) => has(fieldsOf(part)));
}

/** Whether it can be saved: only the first variant may have no fields of its own. Others would certainly be equal to it. */
export function isTestFinished({ variants }: EditedTest): boolean {
  return variants.slice(1).every(({ key, ...own }) => Object.keys(own).length > 0);
}

/** A variant more, with the first letter that is free; at the limit the same. */
export function withVariant(test: EditedTest): EditedTest {
  const keys = test.variants.map(({ key }) => key);
  const key = [...'abcdefghij'].find((letter) => !keys.includes(letter));
  if (key === undefined || !hasRoom(test)) return test;
  return { ...test, variants: [...test.variants, { key }] };
}

/** Whether it may have one more. */
export const hasRoom = ({ variants }: EditedTest): boolean => variants.length < CAMPAIGN_VARIANTS_MAX;

/** Whether a variant can be removed. */
export const hasSpare = ({ variants }: EditedTest): boolean => variants.length > CAMPAIGN_VARIANTS_MIN;

/** Without a variant. */
export function withoutVariant(test: EditedTest, place: number): EditedTest {
  return { ...test, variants: test.variants.filter((_, at) => at !== place) };
}

/** A test with a typed field of a variant. */
export function withField(
  test: EditedTest,
  place: number,
  field: VariantField | 'key',
  text: string,
): EditedTest {
  const variants = test.variants.map((variant, at) => {
    if (at !== place) return variant;
    const { [field]: before, ...others } = variant;
    return field === 'key' || text !== '' ? { ...variant, [field]: text } : (others as EditedVariant);
  });
  return { ...test, variants };
}

/** A test without variants' fields of parts that are no longer tested. */
export function withParts(test: EditedTest, parts: readonly TestedPart[]): EditedTest {
  const kept = new Set<string>(['key', ...parts.flatMap(fieldsOf)]);
  const variants = test.variants.map(
    (variant) =>
      Object.fromEntries(Object.entries(variant).filter(([name]) => kept.has(name))) as EditedVariant,
  );
  return { ...test, variants };
}

/** A test with another metric; if a person decides, there is no wait. */
export function withMetric(test: EditedTest, metric: EditedTest['winner_metric']): EditedTest {
  const { wait, ...others } = test;
  if (metric === 'manual') return { ...others, winner_metric: metric };
  return { ...others, winner_metric: metric, wait: wait ?? FIRST_TEST.wait ?? '' };
}

function fieldsOf(part: TestedPart): readonly VariantField[] {
  return part === 'body' ? ['html', 'text'] : [part];
}
