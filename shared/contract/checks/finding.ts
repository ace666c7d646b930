// What the checklist of campaigns and templates finds (docs/reference/campaign-check.md): its codes, and the form of a finding.
import * as field from '../shapes.ts';

/** An error keeps a campaign from being sent; a warning does not. */
export const CHECK_LEVELS = ['error', 'warning'] as const;

/** The subject of a finding; clients branch on it. */
export const CHECK_CODES = [
  'reference_deleted',
  'sender_not_sendable',
  'syntax_error',
  'variable_missing',
  'poll_missing',
  'poll_twice',
  'web_version_missing',
  'subject_empty',
  'render_failed',
  'audience_empty',
  'monthly_quota_exceeded',
  'test_too_small',
  'test_unmeasured',
  'value_missing',
  'html_too_large',
  'text_part_missing',
  'poll_closed',
  'placeholder_left',
  'link_broken',
  'link_unreachable',
  'links_unopened',
  'link_without_host',
  'link_scheme_doubled',
  'link_host_differs',
  'link_insecure',
  'unsubscribe_link_missing',
  'postal_address_missing',
  'alt_missing',
  'image_only',
  'dmarc_missing',
  'audience_inactive',
] as const;

/** The findings of a checklist. What a finding has no value for is absent. */
const FINDINGS = field.list('What was found, errors first', {
  type: 'object',
  properties: {
    level: field.oneOf('`error`: prevents sending. `warning`: does not', CHECK_LEVELS),
    code: field.oneOf('Kind of finding', CHECK_CODES),
    message: field.text('What is wrong, as a sentence for people'),
    field: field.text('The field concerned, such as `html`'),
    line: field.positive('The line in the source of the field'),
    count: field.count(
      'Number of contacts, links or images that the message is about; for `html_too_large`, bytes',
    ),
  },
  required: ['level', 'code', 'message'],
});

/** The fields of an answer with findings. */
export const CHECK_FIELDS = {
  ok: field.flag('True: there is no error'),
  findings: FINDINGS,
} as const;
