// What the variants of a test say: what the campaign says, with the fields that each variant has of its own. When the
// campaign says something else, they are made again.
import { isDeepStrictEqual } from 'node:util';
import { CAMPAIGN_VARIANT_FIELDS } from '../../../../contract/campaigns/values.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import type { CampaignSaying } from '../saying/given-campaign.ts';
import type { AbTest, VariantField } from './ab-test.ts';

/** The fields that a variant has of its own. Html or text of its own replace the whole body of the campaign. */
export type OwnFields = Readonly<Partial<Record<VariantField, string | null>>>;

/** A test that a client wants. */
export interface GivenTest extends Omit<AbTest, 'variants'> {
  variants: readonly { key: string; own: OwnFields }[];
}

const PROPERTY = {
  subject: 'subject',
  preview_text: 'previewText',
  from: 'from',
  html: 'html',
  text: 'text',
} as const satisfies Record<VariantField, keyof CampaignSaying>;

/** The form of a test that is stored; the values are in the contents of its variants. */
export function storedTestOf({ variants, ...rest }: GivenTest): AbTest {
  return {
    ...rest,
    variants: variants.map(({ key, own }) => ({ key, gives: Object.keys(own) as VariantField[] })),
  };
}

/** The test as a client has given it. @param contents of its variants */
export function givenTestOf({ variants, ...rest }: AbTest, contents: readonly CampaignSaying[]): GivenTest {
  return {
    ...rest,
    variants: variants.map(({ key, gives }, place) => ({
      key,
      own: Object.fromEntries(gives.map((field) => [field, contents[place]?.[PROPERTY[field]] ?? null])),
    })),
  };
}

/**
 * The test as it is shown: once it is decided, the campaign says what the winner says, so each variant is shown with all of its
 * fields.
 */
export function shownTestOf(
  test: AbTest,
  winner: string | null,
  contents: readonly CampaignSaying[],
): GivenTest {
  if (winner === null) return givenTestOf(test, contents);
  const variants = test.variants.map(({ key }) => ({ key, gives: CAMPAIGN_VARIANT_FIELDS }));
  return givenTestOf({ ...test, variants }, contents);
}

/** What each variant says. @throws DomainError `validation_error` for two that say the same */
export function sayingsOfVariants(base: CampaignSaying, { variants }: GivenTest): CampaignSaying[] {
  const sayings = variants.map(({ own }) => withOwn(base, own));
  for (const [place, saying] of sayings.entries()) {
    const other = sayings.findIndex((each) => isDeepStrictEqual(each, saying));
    if (other < place)
      throw new DomainError(
        'validation_error',
        `The variants ${variants[other]?.key} and ${variants[place]?.key} of \`ab_test\` are the same.`,
        { field: 'ab_test' },
      );
  }
  return sayings;
}

function withOwn(base: CampaignSaying, own: OwnFields): CampaignSaying {
  const { subject, preview_text: previewText = base.previewText, from } = own;
  const said = { ...base, subject: subject ?? base.subject, from: from ?? base.from, previewText };
  if (own.html === undefined && own.text === undefined) return said;
  const body = { html: own.html ?? null, text: own.text ?? null };
  return { ...said, ...body, templateId: null, variables: null, declared: null };
}

/** A content without what names it. */
export function sayingOf(content: CampaignContent): CampaignSaying {
  const { id, accountId, campaignId, createdAt, ...saying } = content;
  return saying;
}
