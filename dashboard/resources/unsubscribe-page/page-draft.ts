// What one types into the settings of the unsubscribe pages: what is at fault before it is saved, what a change sends, and
// what a look at the pages shows. Pure. An empty field is the default.
import { findFaintText, TEXT_CONTRAST_MIN } from '../../../shared/contract/unsubscribe-page/contrast.ts';
import { parseLogoUrl } from '../../../shared/contract/unsubscribe-page/logo-url.ts';
import { PAGE_COLOR } from '../../../shared/contract/unsubscribe-page/values.ts';
import type { UnsubscribePage, UpdateUnsubscribePageBody } from '../../api/generated/types.ts';

/** The fields, as the API names them. */
export const PAGE_FIELDS = [
  'title',
  'description',
  'confirmation',
  'sender_name',
  'postal_address',
  'logo_url',
  'background_color',
  'text_color',
  'accent_color',
] as const;

/** A field. */
export type PageField = (typeof PAGE_FIELDS)[number];

/** The values of the fields. */
export type PageDraft = Readonly<Record<PageField, string>>;

const COLOR_FIELDS = ['background_color', 'text_color', 'accent_color'] as const;
const NO_COLOR = 'Enter a hex colour, such as #1f4fd8.';
const NO_LOGO = 'Enter the https URL of an image, with a host name and without a login.';

/** The typed fields: the others have their saved values. */
export type TypedFields = Readonly<Partial<PageDraft>>;

/** Field → its fault. */
export type PageFaults = Readonly<Partial<Record<PageField, string | undefined>>>;

/** The fields: typed values replace saved ones. */
export function draftOf(saved: UnsubscribePage, typed: TypedFields): PageDraft {
  const entries = PAGE_FIELDS.map((field) => [field, typed[field] ?? saved[field] ?? '']);
  return Object.fromEntries(entries) as PageDraft;
}

/** The text that was typed after the last request. */
export function withoutSent(typed: TypedFields, sent: TypedFields): TypedFields {
  const fields = PAGE_FIELDS.filter((field) => typed[field] !== sent[field]);
  return Object.fromEntries(fields.map((field) => [field, typed[field]]));
}

/** The body of the change; undefined: nothing would change. */
export function pageChanges(saved: UnsubscribePage, draft: PageDraft): UpdateUnsubscribePageBody | undefined {
  const changed = PAGE_FIELDS.filter((field) => storedValue(draft, field) !== saved[field]);
  return changed.length === 0 ? undefined : bodyOf(changed, draft);
}

/** The part of a draft that the pages can show: an invalid value is replaced by the saved one. */
export function shownSettings(draft: PageDraft): UpdateUnsubscribePageBody {
  const faults = formFaults(draft);
  return bodyOf(
    PAGE_FIELDS.filter((field) => faults[field] === undefined),
    draft,
  );
}

/** The invalid values that the API would refuse: reported at the submit, because a half-typed value is not a mistake. */
export function formFaults(draft: PageDraft): PageFaults {
  const colors = COLOR_FIELDS.filter((field) => !isColorOrDefault(storedValue(draft, field)));
  const logo = storedValue(draft, 'logo_url');
  return {
    ...Object.fromEntries(colors.map((field) => [field, NO_COLOR])),
    ...(logo !== null && !parseLogoUrl(logo) && { logo_url: NO_LOGO }),
  };
}

/** The fault of unreadable texts: reported at once, because it is visible at once. */
export function contrastFault(draft: PageDraft): string | undefined {
  const textColor = storedValue(draft, 'text_color');
  const backgroundColor = storedValue(draft, 'background_color');
  if (!isColorOrDefault(textColor) || !isColorOrDefault(backgroundColor)) return undefined;
  const faint = findFaintText({ textColor, backgroundColor });
  return (
    faint &&
    `This text is hard to read on ${faint.background}: its contrast is ${faint.contrast}:1. It must be at least ${TEXT_CONTRAST_MIN}:1.`
  );
}

function bodyOf(fields: readonly PageField[], draft: PageDraft): UpdateUnsubscribePageBody {
  return Object.fromEntries(fields.map((field) => [field, storedValue(draft, field)]));
}

function isColorOrDefault(value: string | null): boolean {
  return value === null || PAGE_COLOR.test(value);
}

/** The value as the API stores it. */
function storedValue(draft: PageDraft, field: PageField): string | null {
  const text = draft[field].trim();
  if (text === '') return null;
  return COLOR_FIELDS.some((each) => each === field) ? text.toLowerCase() : text;
}
