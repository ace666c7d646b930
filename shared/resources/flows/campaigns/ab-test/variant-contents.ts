// What the variants of a test say: what the campaign says, with the fields that each variant has of its own. When the
// campaign says something else, they are made again.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../contract/domain-error.ts';
import {
  type MailContent,
  VARIANT_FIELD_NAMES,
  VARIANT_FIELDS,
  type VariantField,
} from '../../../../contract/mail/fields.ts';
import type { CampaignContent, CampaignContentFields } from '../../../messaging/campaign-contents/content.ts';
import type { AbTest } from './ab-test.ts';

/** The fields that a variant has of its own. Html or text of its own replace the whole body of the campaign. */
export type OwnFields = Readonly<Partial<Pick<MailContent, VariantField['key']>>>;

/** A test that a client wants. */
export interface GivenTest extends Omit<AbTest, 'variants'> {
  variants: readonly { key: string; own: OwnFields }[];
}

/** The form of a test that is stored; the values are in the contents of its variants. */
export function storedTestOf({ variants, ...rest }: GivenTest): AbTest {
  return {
    ...rest,
    variants: variants.map(({ key, own }) => ({
      key,
      gives: VARIANT_FIELDS.filter((field) => own[field.key] !== undefined).map(({ name }) => name),
    })),
  };
}

/** The test as a client has given it. @param contents of its variants */
export function givenTestOf(
  { variants, ...rest }: AbTest,
  contents: readonly CampaignContentFields[],
): GivenTest {
  return {
    ...rest,
    variants: variants.map(({ key, gives }, place) => ({
      key,
      own: Object.fromEntries(
        VARIANT_FIELDS.filter(({ name }) => gives.includes(name)).map((field) => [
          field.key,
          contents[place]?.[field.key] ?? null,
        ]),
      ),
    })),
  };
}

/**
 * The test in answers: once it is decided, the campaign has the winner's content, so each variant is shown with all of its
 * fields.
 */
export function shownTestOf(
  test: AbTest,
  winner: string | null,
  contents: readonly CampaignContentFields[],
): GivenTest {
  if (winner === null) return givenTestOf(test, contents);
  const variants = test.variants.map(({ key }) => ({ key, gives: VARIANT_FIELD_NAMES }));
  return givenTestOf({ ...test, variants }, contents);
}

/** The content of each variant. @throws DomainError `validation_error` for two equal ones */
export function contentsOfVariants(
  base: CampaignContentFields,
  { variants }: GivenTest,
): CampaignContentFields[] {
  const contentsOfEach = variants.map(({ own }) => withOwn(base, own));
  for (const [place, fields] of contentsOfEach.entries()) {
    const other = contentsOfEach.findIndex((each) => isDeepStrictEqual(each, fields));
    if (other < place)
      throw new DomainError(
        'validation_error',
        `The variants ${variants[other]?.key} and ${variants[place]?.key} of \`ab_test\` are the same.`,
        { field: 'ab_test' },
      );
  }
  return contentsOfEach;
}

function withOwn(base: CampaignContentFields, own: OwnFields): CampaignContentFields {
  const { html, text, ...head } = own;
  const said = { ...base, ...head, subject: own.subject ?? base.subject, from: own.from ?? base.from };
  if (html === undefined && text === undefined) return said;
  const body = { html: html ?? null, text: text ?? null };
  return { ...said, ...body, templateId: null, variables: null, declared: null };
}

/** A content without what names it. */
export function contentFieldsOf(content: CampaignContent): CampaignContentFields {
  const { id, accountId, campaignId, createdAt, ...fields } = content;
  return fields;
}
