// The filters whose previews are timed, of every kind of field and from one rule to fifty.
import type { StoredContacts } from './stored-contacts.ts';

/** A filter by a few words about it. */
export type PreviewedFilter = readonly [name: string, filter: (stored: StoredContacts) => object];

/** Rules in their short form. */
const rule = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
const city = (number: number) => rule('contact.properties.city', 'eq', `City ${number}`);
const visits = (operator: string, value: number) => rule('contact.properties.visits', operator, value);
const unsubscribed = (value: boolean) => rule('contact.unsubscribed', 'eq', value);
const inHalf = (operator: string, { segments }: StoredContacts) => rule('segment', operator, segments.half);
const ofTopic = (topic: 'news' | 'beta', value: string, { topics }: StoredContacts) =>
  rule(`topic.${topics[topic]}`, 'eq', value);
const engaged = (kind: string, operator: string, days?: number) =>
  rule(`engagement.last_${kind}_days`, operator, days);
const ofCampaign = (operator: string, part: string, { campaign }: StoredContacts) =>
  rule(`campaign.${campaign}`, operator, part);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Fifty rules in five levels; few of them are met. */
const fifty = (stored: StoredContacts) => ({
  or: [
    ...times(9, (index) => ({
      and: [
        visits('gte', 90 + index),
        { not: { or: [city(index), rule('contact.first_name', 'starts_with', `First${index}`)] } },
        rule('contact.email', 'contains', `${index}@`),
        rule('contact.properties.member_since', 'gt', '2026-02-01'),
      ],
    })),
    {
      and: [
        inHalf('eq', stored),
        ofTopic('news', 'opt_in', stored),
        unsubscribed(false),
        { not: { and: [city(7), visits('lt', 5)] } },
      ],
    },
  ],
});

export const PREVIEWED_FILTERS: readonly PreviewedFilter[] = [
  ['a property is a text', () => city(7)],
  ['a property contains a text', () => rule('contact.properties.city', 'contains', 'ity 77')],
  ['a property is one of ten texts', () => ({ or: times(10, (index) => city(index * 11)) })],
  ['a property is empty', () => rule('contact.properties.city', 'is_empty')],
  ['an address ends with a text', () => rule('contact.email', 'ends_with', '@CUSTOMER.dev')],
  ['a name starts with a text', () => rule('contact.first_name', 'starts_with', 'first12')],
  ['a number is larger', () => visits('gt', 50)],
  ['a number is between two', () => ({ and: [visits('gte', 10), visits('lt', 20)] })],
  ['a date is later', () => rule('contact.properties.member_since', 'gt', '2026-01-01')],
  ['created before a time', () => rule('contact.created_at', 'lt', '2026-01-01')],
  ['has not unsubscribed', () => unsubscribed(false)],
  ['has unsubscribed, 1 in 20', () => unsubscribed(true)],
  ['in a segment of half of them', (stored) => inHalf('eq', stored)],
  ['not in this segment', (stored) => inHalf('neq', stored)],
  ['a topic reaches, 9 in 10', (stored) => ofTopic('news', 'opt_in', stored)],
  ['a topic reaches, 1 in 1,000', (stored) => ofTopic('beta', 'opt_in', stored)],
  [
    'a property, subscribed, and a topic',
    (stored) => ({ and: [visits('gte', 50), unsubscribed(false), ofTopic('news', 'opt_in', stored)] }),
  ],
  [
    'a segment or a property, subscribed',
    (stored) => ({ and: [{ or: [inHalf('eq', stored), city(7)] }, unsubscribed(false)] }),
  ],
  [
    'not of all of three',
    (stored) => ({ not: { and: [visits('lt', 90), unsubscribed(false), inHalf('eq', stored)] } }),
  ],
  ['fifty rules, five levels deep', fifty],
  ['mail in the last 30 days', () => engaged('received', 'lte', 30)],
  ['opened in the last 90 days', () => engaged('opened', 'lte', 90)],
  ['opened none in the last 90 days', () => engaged('opened', 'gt', 90)],
  ['has never clicked', () => engaged('clicked', 'is_empty')],
  ['got a campaign', (stored) => ofCampaign('eq', 'received', stored)],
  ['opened it', (stored) => ofCampaign('eq', 'opened', stored)],
  ['did not open it', (stored) => ofCampaign('neq', 'opened', stored)],
  ['clicked in it', (stored) => ofCampaign('eq', 'clicked', stored)],
  ['was not in it', (stored) => ofCampaign('neq', 'targeted', stored)],
  [
    'got it and did not open it',
    (stored) => ({ and: [ofCampaign('eq', 'received', stored), ofCampaign('neq', 'opened', stored)] }),
  ],
  [
    'got mail for 30 days, opened none for 90',
    () => ({ and: [engaged('received', 'lte', 30), engaged('opened', 'gt', 90)] }),
  ],
];
