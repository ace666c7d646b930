// Where what the checklist finds is put right: the section of the page, what to do there, and the page of the account to go to
// where it is no matter of the campaign. Pure; the server alone says what is wrong.
import type { CHECK_CODES } from '../../../../../shared/contract/checks/finding.ts';
import type { CampaignCheck } from '../../../../api/generated/types.ts';

/** Something that was found. */
export type Finding = CampaignCheck['findings'][number];

/** A section of the page on which a campaign is written. */
export type CampaignSection = 'content' | 'who' | 'variants' | 'when';

/** The sections, as the page calls them. */
export const SECTION_TITLES: Readonly<Record<CampaignSection, string>> = {
  content: 'Content',
  who: 'Who',
  variants: 'Variants',
  when: 'When',
};

/** The place where a finding is fixed. */
export interface FindingPlace {
  section: CampaignSection;
  /** The remedy, as a sentence. */
  remedy: string;
  /** Another page that has to do with it. */
  link?: { href: string; label: string };
}

const DOMAINS = { href: '/domains', label: 'Domains' };
const UNSUBSCRIBE_PAGE = { href: '/settings/unsubscribe-page', label: 'Unsubscribe page' };

const content = (remedy: string, link?: FindingPlace['link']): FindingPlace => ({
  section: 'content',
  remedy,
  ...(link && { link }),
});

/** Code → its place. */
const PLACES: Readonly<Record<(typeof CHECK_CODES)[number], FindingPlace>> = {
  reference_deleted: content('Choose another one in its place.'),
  sender_not_sendable: content('Send from a domain that may send, or get this one ready.', DOMAINS),
  syntax_error: content('Correct it where it is written.'),
  variable_missing: content('Give the variable a value here, or a fallback in its template.'),
  poll_missing: content('Ask something, or take the place of the poll out of the body.'),
  poll_twice: content('Remove the poll of the campaign, or choose a template without one.'),
  web_version_missing: content('Let the mail be read on the web, or take the link to it out of the body.'),
  subject_empty: content('Write a subject that is there for everybody.'),
  render_failed: content('Simplify what is computed in the body or the subject.'),
  audience_empty: { section: 'who', remedy: 'Choose other people, or a topic that they have chosen.' },
  monthly_quota_exceeded: {
    section: 'who',
    remedy: 'Choose fewer people, wait for the next month, or get a larger plan.',
    link: { href: '/settings/usage', label: 'Usage' },
  },
  test_too_small: {
    section: 'variants',
    remedy: 'Test with a larger part of the people, or without variants.',
  },
  test_unmeasured: {
    section: 'variants',
    remedy: 'Have it measured for the domain, or let something else decide.',
    link: DOMAINS,
  },
  value_missing: content('Give it a fallback, such as `{{{FIRST_NAME|friend}}}`.'),
  html_too_large: content('Shorten the body.'),
  text_part_missing: content('Write a text, or let it be made from the HTML.'),
  poll_closed: content('Let the poll end later.'),
  placeholder_left: content('Replace it by a name of ours, or take it out.'),
  link_broken: content('Correct the link, or the page that it leads to.'),
  link_unreachable: content('Look whether the link opens for you.'),
  links_unopened: content('Open these links once yourself.'),
  link_without_host: content('Write the whole address of the link.'),
  link_scheme_doubled: content('Take out the scheme before the value, which is a whole URL.'),
  link_host_differs: content('Let the words of the link name the page that it leads to.'),
  link_insecure: content('Lead to the page by https.'),
  unsubscribe_link_missing: content('Write a link to `{{{UNSUBSCRIBE_URL}}}`, or leave it to the footer.'),
  postal_address_missing: content(
    'Give the account an address, and show it in the body if that has its own footer.',
    UNSUBSCRIBE_PAGE,
  ),
  alt_missing: content('Describe each image in a few words.'),
  image_only: content('Say in words what the images show.'),
  dmarc_missing: content('Publish a DMARC policy for the domain.', DOMAINS),
  audience_inactive: { section: 'who', remedy: 'Write to those who have opened something of late.' },
};

/** Fields of a campaign that are in another section than the content. */
const SECTION_OF_FIELD: Readonly<Record<string, CampaignSection>> = {
  audience_id: 'who',
  segment_id: 'who',
  topic_id: 'who',
  ab_test: 'variants',
};

/** @param finding its field says more than its code: the deleted thing may be a segment or a template */
export function placeOfFinding({ code, field = '' }: Pick<Finding, 'code' | 'field'>): FindingPlace {
  const place = PLACES[code];
  return { ...place, section: SECTION_OF_FIELD[field] ?? place.section };
}
