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
  who: 'Recipients',
  variants: 'Variants',
  when: 'Schedule',
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
  reference_deleted: content('Choose another one.'),
  sender_not_sendable: content('Send from a verified domain, or verify this one.', DOMAINS),
  syntax_error: content('Correct it in the content.'),
  variable_missing: content('Enter a value for the variable here, or add a fallback in the template.'),
  poll_missing: content('Add a poll, or remove its placeholder from the body.'),
  poll_twice: content('Remove the poll from the campaign, or choose a template without one.'),
  web_version_missing: content('Turn on the web version, or remove the link to it from the body.'),
  subject_empty: content('Write a subject that is not empty for any contact.'),
  render_failed: content('Simplify the template code in the body or the subject.'),
  audience_empty: { section: 'who', remedy: 'Choose other recipients, or a topic that they receive.' },
  monthly_quota_exceeded: {
    section: 'who',
    remedy: 'Choose fewer recipients, wait until next month, or upgrade your plan.',
    link: { href: '/settings/usage', label: 'Usage' },
  },
  test_too_small: {
    section: 'variants',
    remedy: 'Test with a larger share of recipients, or remove the variants.',
  },
  test_unmeasured: {
    section: 'variants',
    remedy: 'Turn on tracking for the domain, or let another metric decide.',
    link: DOMAINS,
  },
  value_missing: content('Add a fallback, such as `{{{FIRST_NAME|friend}}}`.'),
  html_too_large: content('Shorten the body.'),
  text_part_missing: content('Write a text part, or let Posthorn create it from the HTML.'),
  poll_closed: content('Set a later end for the poll.'),
  placeholder_left: content('Replace it with a supported name, or remove it.'),
  link_broken: content('Correct the link, or the page that it opens.'),
  link_unreachable: content('Check that the link opens for you.'),
  links_unopened: content('Open these links once to check them.'),
  link_without_host: content('Enter the full URL of the link.'),
  link_scheme_doubled: content('Remove the scheme before the value, which is a full URL already.'),
  link_host_differs: content('Change the link text so that it names the page that it opens.'),
  link_insecure: content('Use https for this link.'),
  unsubscribe_link_missing: content('Add a link to `{{{UNSUBSCRIBE_URL}}}`, or use the default footer.'),
  postal_address_missing: content(
    'Add a postal address for the account, and show it in the body if the body has its own footer.',
    UNSUBSCRIBE_PAGE,
  ),
  alt_missing: content('Add a short alternative text to each image.'),
  image_only: content('Add text that says what the images show.'),
  dmarc_missing: content('Publish a DMARC policy for the domain.', DOMAINS),
  audience_inactive: { section: 'who', remedy: 'Send to people who opened an email recently.' },
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
