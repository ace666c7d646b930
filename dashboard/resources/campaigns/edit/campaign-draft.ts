// A campaign that is being edited: what its fields hold, what is saved of them, and which of them are finished. Pure. Fields have
// the names of the API, so that a refusal names them; template, html and text are the field `source`, since one of them
// replaces the others.
import type { Campaign, UpdateCampaignBody } from '../../../api/generated/types.ts';
import { isSameJson } from '../../../editing/same-json.ts';
import { splitAddresses } from '../../../format/addresses.ts';
import { readValue, type ValueType, valueText } from '../../templates/editor/value-text.ts';

/** A typed value of a variable. */
export interface EditedValue {
  type: ValueType;
  text: string;
}

/** A template with the values of its variables, or code. */
export type CampaignSource =
  | {
      /** Empty: none is chosen yet. */
      templateId: string;
      /** The values by the keys of the variables. */
      values: Readonly<Record<string, EditedValue>>;
    }
  | {
      templateId: null;
      html: string;
      /** Null: it is made from the html. Empty: mail has none. */
      text: string | null;
    };

/** The poll of the mail. */
export interface EditedPoll {
  question: string;
  options: readonly string[];
  /** Null: it never ends. */
  closes_at: string | null;
  results: 'private' | 'public';
}

/** The edited values. */
export type EditedCampaign = {
  name: string;
  from: string;
  subject: string;
  preview_text: string;
  /** Separated by commas. */
  reply_to: string;
  source: CampaignSource;
  poll: EditedPoll | null;
  utm: Readonly<Record<UtmField, string>>;
  web_version: Campaign['web_version'];
  /** Null: the domain decides. */
  tracking: Readonly<Record<'opens' | 'clicks', boolean | null>>;
  audience_id: string;
  segment_id: string | null;
  topic_id: string | null;
  ab_test: NonNullable<UpdateCampaignBody['ab_test']> | null;
  rate_per_hour: number | null;
};

/** The fields as the page calls them. */
export const CAMPAIGN_LABELS = {
  name: 'Name',
  from: 'From',
  subject: 'Subject',
  preview_text: 'Preview text',
  reply_to: 'Reply-to',
  source: 'Body',
  poll: 'Poll',
  utm: 'Link parameters',
  web_version: 'Web version',
  tracking: 'Tracking',
  audience_id: 'Audience',
  segment_id: 'Segment',
  topic_id: 'Topic',
  ab_test: 'Variants',
  rate_per_hour: 'Emails per hour',
} as const satisfies Readonly<Record<keyof EditedCampaign, string>>;

/** Parameters that links get. */
export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content'] as const;
type UtmField = (typeof UTM_FIELDS)[number];

/** The fields of the API that are the field `source`. */
export const CAMPAIGN_SOURCE_FIELDS: readonly string[] = ['template', 'html', 'text'];

/** An empty poll. */
export const NEW_POLL: EditedPoll = { question: '', options: ['', ''], closes_at: null, results: 'private' };

/** The states in which a campaign is written; in any other one sees what becomes of it. */
export function isWritten({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'draft' || status === 'scheduled' || status === 'paused';
}

/** The fields of a stored campaign. */
export function draftOf(campaign: Campaign): EditedCampaign {
  const { name, from, subject, preview_text, reply_to, poll, utm, web_version, tracking } = campaign;
  const { audience_id, segment_id, topic_id, rate_per_hour } = campaign;
  return {
    name,
    from,
    subject,
    web_version,
    audience_id,
    segment_id,
    topic_id,
    rate_per_hour,
    preview_text: preview_text ?? '',
    reply_to: (reply_to ?? []).join(', '),
    source: sourceOf(campaign),
    poll: poll && {
      question: poll.question,
      options: poll.options.map(({ label }) => label),
      closes_at: poll.closes_at,
      results: poll.results,
    },
    utm: Object.fromEntries(UTM_FIELDS.map((field) => [field, utm?.[field] ?? ''])) as EditedCampaign['utm'],
    tracking: { opens: tracking?.opens ?? null, clicks: tracking?.clicks ?? null },
    ab_test: testOf(campaign),
  };
}

/** The request body of changes. Unfinished values (`isSourceFinished`, `isPollFinished`) must not be among them. */
export function campaignBody(changes: Partial<EditedCampaign>): UpdateCampaignBody {
  const { preview_text, reply_to, source, utm, tracking, poll, ...others } = changes;
  return {
    ...others,
    ...(preview_text !== undefined && { preview_text: preview_text || null }),
    ...(reply_to !== undefined && { reply_to: reply_to.trim() === '' ? null : splitAddresses(reply_to) }),
    ...(source && sourceBody(source)),
    ...(utm && { utm: UTM_FIELDS.some((field) => utm[field] !== '') ? utm : null }),
    ...(tracking && { tracking: tracking.opens === null && tracking.clicks === null ? null : tracking }),
    ...(poll !== undefined && { poll }),
  } as UpdateCampaignBody;
}

/** Whether a body can be saved: there is one, and each value is one of its type. */
export function isSourceFinished(source: CampaignSource): boolean {
  if (source.templateId === null) return source.html !== '' || Boolean(source.text);
  return source.templateId !== '' && Object.values(source.values).every((each) => !valueFault(each));
}

/** Whether a poll can be saved: all of it is written. What it may be, the API judges. */
export function isPollFinished(poll: EditedPoll | null): boolean {
  return poll === null || [poll.question, ...poll.options].every((text) => text.trim() !== '');
}

/** Why a value is none of its type. */
export function valueFault({ type, text }: EditedValue): string | undefined {
  return readValue(type, text).fault;
}

/** Values with one typed value; an empty one is removed. */
export function withValue(
  values: Readonly<Record<string, EditedValue>>,
  key: string,
  typed: EditedValue,
): Readonly<Record<string, EditedValue>> {
  const { [key]: _, ...others } = values;
  return typed.text === '' ? others : { ...others, [key]: typed };
}

/** A body as a text whose lines can be compared. */
export function sourceInWords(source: CampaignSource): string {
  if (source.templateId === null)
    return source.text === null ? source.html : `${source.html}\n\nText:\n${source.text}`;
  const values = Object.entries(source.values).map(([key, { text }]) => `${key}: ${text}`);
  return [`Template ${source.templateId}`, ...values].join('\n');
}

/** Typed text that is not stored: each field with its text. */
export function unsavedTextsOf(
  values: EditedCampaign,
  stored: EditedCampaign,
): { label: string; text: string }[] {
  const fields = Object.keys(CAMPAIGN_LABELS) as (keyof EditedCampaign)[];
  return fields
    .filter((field) => !isSameJson(values[field], stored[field]))
    .map((field) => ({ label: CAMPAIGN_LABELS[field], text: textOf(field, values[field]) }));
}

function textOf(field: keyof EditedCampaign, value: EditedCampaign[keyof EditedCampaign]): string {
  if (field === 'source') return sourceInWords(value as CampaignSource);
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

function sourceOf({ template, html, text }: Campaign): CampaignSource {
  if (template === null) return { templateId: null, html: html ?? '', text };
  const values = Object.entries(template.variables).map(([key, value]) => {
    const type = typeOf(value);
    return [key, { type, text: valueText(type, value) }] as const;
  });
  return { templateId: template.id, values: Object.fromEntries(values) };
}

function sourceBody(source: CampaignSource): UpdateCampaignBody {
  if (source.templateId === null) return { html: source.html || null, text: source.text };
  const values = Object.entries(source.values).map(([key, { type, text }]) => [
    key,
    readValue(type, text).value,
  ]);
  return { template: { id: source.templateId, variables: Object.fromEntries(values) } };
}

/** The type of a variable with this value. */
function typeOf(value: unknown): ValueType {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return typeof value === 'object' ? 'object' : 'string';
}

/** A test without its result, and each variant with what it has of its own: of a preview text that may be none. */
function testOf({ ab_test: test }: Campaign): EditedCampaign['ab_test'] {
  if (test === null) return null;
  const { variants, test_percent, winner_metric, wait } = test;
  return {
    variants: variants.map(
      (variant) =>
        Object.fromEntries(
          Object.entries(variant).filter(
            ([field, value]) => value !== undefined && (value !== null || field === 'preview_text'),
          ),
        ) as unknown as NonNullable<EditedCampaign['ab_test']>['variants'][number],
    ),
    test_percent,
    winner_metric,
    ...(wait !== null && { wait }),
  };
}
