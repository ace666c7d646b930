// What a check of a campaign finds (docs/reference/campaign-check.md): one good campaign, and each cause of a finding in it.
import type { CHECK_CODES } from '../../../shared/contract/checks/finding.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import type { TestApp } from '../../support/api/app.ts';
import {
  createAudience,
  createContact,
  createContactProperty,
} from '../../support/factories/contact-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import type { CampaignOwner } from './owner.ts';

export interface Finding {
  level: string;
  code: (typeof CHECK_CODES)[number];
  message: string;
  field?: string;
  line?: number;
  count?: number;
}

const UNSUBSCRIBE = '<p>Acme, 1 Road. <a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';
const TEXT = 'Hello {{{FIRST_NAME|friend}}}, read https://acme.dev/news, Acme, 1 Road, {{{UNSUBSCRIBE_URL}}}';
/** The good html with something in its third line. */
export const htmlWith = (inserted: string, end = UNSUBSCRIBE) =>
  `<html><body>\n<p>Hello {{{FIRST_NAME|friend}}}, this is what is new.</p>\n${inserted}\n${end}</body></html>`;
/** A campaign in which nothing is found. */
export const GOOD = {
  subject: 'News for {{{FIRST_NAME|friend}}}',
  preview_text: 'What is new',
  html: htmlWith(
    `<a href="https://acme.dev/?a=1&amp;b=2"><img alt="" src="https://acme.dev/a.png">Read https://acme.dev</a>
     <a href="mailto:ana@acme.dev">ana@acme.dev</a> <a href="#top">Top</a> <a href="https://nodejs.org">Node.js</a> 50%OFF [NEWS]`,
  ),
  text: TEXT,
  tracking: { opens: true, clicks: true },
};
export const AB_TEST = { variants: [{ key: 'a' }, { key: 'b', subject: 'Other' }], test_percent: 100 };
const MEASURED_TEST = { ...AB_TEST, winner_metric: 'open_rate', wait: '1 hour' };
const POLL = { question: 'Which day?', options: ['Monday', 'Friday'] };
const LONG = '{% for i in (1..2001) %}x{% endfor %}';

/** What is changed of the good campaign, and what is found because of it. */
export interface Cause extends Omit<Finding, 'level' | 'message' | 'line'> {
  line?: number | undefined;
  level?: 'error';
  says?: string;
  fields?: object;
  /** Makes fields that need other objects. */
  make?(owner: CampaignOwner): Promise<object>;
  /** Changes what the API would not. */
  put?(owner: CampaignOwner, id: string): Promise<unknown>;
  plan?: 'free';
  /** What the cause leads to besides. */
  also?: Finding['code'][];
}

/** A cause for each code but those of links (check-links.test.ts). */
export function checkCauses(app: TestApp): readonly Cause[] {
  const query = (text: string, ...values: unknown[]) => app.pool.query(text, values);
  return [
    {
      code: 'reference_deleted',
      level: 'error',
      field: 'audience_id',
      says: 'The audience',
      put: (owner, id) => owner.put(id, { audience_id: UNKNOWN_ID }),
      also: ['audience_empty'],
    },
    {
      code: 'sender_not_sendable',
      level: 'error',
      field: 'from',
      put: (owner) => query(`UPDATE domains SET status = 'failed' WHERE id = $1`, owner.domain.id),
    },
    {
      code: 'syntax_error',
      level: 'error',
      field: 'html',
      line: 2,
      says: '`FIRST`',
      put: (_, id) =>
        query('UPDATE campaign_contents SET html = $2 WHERE campaign_id = $1', id, '<p>\n{{ FIRST }}</p>'),
    },
    {
      code: 'variable_missing',
      level: 'error',
      field: 'html',
      line: 3,
      says: '`NAME`',
      async make(owner) {
        const variables = [{ key: 'NAME', type: 'string' as const, fallbackValue: null }];
        const template = { html: htmlWith('{{ NAME }}'), text: TEXT, variables };
        const { id } = await createTemplate(app.pool, owner.accountId, template);
        return { html: undefined, text: undefined, template: { id } };
      },
    },
    {
      code: 'subject_empty',
      level: 'error',
      field: 'subject',
      fields: { subject: '{% if false %}x{% endif %}' },
    },
    {
      code: 'subject_empty',
      field: 'subject',
      count: 1,
      says: '1 contact is left out',
      fields: { subject: '{{ contact.last_name }}' },
      make: (owner) => makeCyan(app, owner),
      also: ['value_missing'],
    },
    { code: 'render_failed', level: 'error', fields: { preview_text: LONG } },
    {
      code: 'render_failed',
      fields: { preview_text: `{% if contact.last_name %}${LONG}{% endif %}` },
      make: (owner) => makeCyan(app, owner),
    },
    {
      code: 'audience_empty',
      level: 'error',
      count: 0,
      make: async ({ accountId }) => ({ audience_id: (await createAudience(app.pool, accountId)).id }),
      says: 'The audience has no contacts.',
    },
    {
      code: 'monthly_quota_exceeded',
      level: 'error',
      count: 1,
      plan: 'free',
      put: ({ accountId }) =>
        query(
          `INSERT INTO email_usage VALUES ($1, 'month', $2, 2700)`,
          accountId,
          `${utcDayOf(app.clock.now()).slice(0, 7)}-01`,
        ),
    },
    {
      code: 'test_too_small',
      level: 'error',
      field: 'ab_test',
      count: 1,
      fields: { ab_test: MEASURED_TEST },
      put: (owner) => query(`UPDATE domains SET status = 'failed' WHERE id = $1`, owner.domain.id),
      also: ['sender_not_sendable'],
    },
    {
      code: 'test_unmeasured',
      level: 'error',
      field: 'ab_test',
      fields: { ab_test: MEASURED_TEST },
      make: (owner) => makeCyan(app, owner),
      put: (owner, id) => owner.put(id, { tracking: null }),
    },
    {
      code: 'test_unmeasured',
      field: 'ab_test',
      fields: { ab_test: { ...AB_TEST, winner_metric: 'manual' }, tracking: { opens: false, clicks: false } },
      make: (owner) => makeCyan(app, owner),
    },
    html('poll_missing', '{{{POLL}}}', { level: 'error' }),
    {
      code: 'poll_twice',
      level: 'error',
      fields: { poll: POLL },
      async make({ accountId }) {
        const { id } = await createTemplate(app.pool, accountId, { html: GOOD.html, text: TEXT });
        return { html: undefined, text: undefined, template: { id } };
      },
      put: () => query(`UPDATE template_versions SET poll = '{"id": "x"}'`),
    },
    {
      code: 'poll_closed',
      field: 'poll',
      fields: { poll: { ...POLL, closes_at: 'in 1 hour' } },
      put: (_, id) =>
        query(
          `UPDATE campaign_contents SET poll = poll || '{"closesAt": "2026-01-01T00:00:00.000Z"}' WHERE campaign_id = $1`,
          id,
        ),
    },
    html('web_version_missing', '<a href="{{{WEB_VERSION_URL}}}">Read it in a browser</a>', {
      level: 'error',
      put: (owner, id) => owner.put(id, { web_version: 'off' }),
    }),
    html('value_missing', '{{ contact.last_name }}', { count: 1, says: '1 contact is' }),
    {
      ...html('value_missing', '{{ contact.properties.plan }}', { count: 2, says: '2 contacts are' }),
      async make(owner) {
        const { accountId } = owner;
        const { number } = await createContactProperty(app.pool, accountId, { key: 'plan' });
        for (const plan of ['', 'pro'])
          await createContact(app.pool, { accountId, properties: { [number]: plan } });
        return {};
      },
    },
    html('html_too_large', `<p>${'x'.repeat(102 * 1024)}</p>`, { line: undefined, says: '105 KB' }),
    { code: 'text_part_missing', field: 'text', fields: { text: '' } },
    ...['[FIRST NAME]', '%FIRST_NAME%', '*|FNAME|*', '{% raw %}{{ first }}{% endraw %}'].map((leftover) =>
      html('placeholder_left', leftover, { says: leftover.replaceAll(/{% \w+ %}/g, '') }),
    ),
    { code: 'placeholder_left', field: 'subject', line: 1, fields: { subject: 'Hi [NAME]' } },
    ...['/pricing', 'acme.dev/a', 'http://', ''].map((href) =>
      html('link_without_host', `<a href="${href}">Prices</a>`, {
        count: 1,
        ...(href === '' && { line: undefined }),
      }),
    ),
    ...[
      "<a href='https:// {{{ UNSUBSCRIBE_URL | x }}}'>Leave</a>",
      '{% assign url = "https://acme.dev" %}http://{{ url }}',
    ].map((body) => html('link_scheme_doubled', body, { count: 1, line: undefined })),
    { code: 'link_scheme_doubled', field: 'text', fields: { text: `${TEXT} http://{{{PREFERENCES_URL}}}` } },
    ...['https://acme.dev/news', 'www.acme.dev', 'bank.com', 'acme.dev'].map((shown) =>
      html('link_host_differs', `<a href="https://other.dev">${shown}</a>`, { count: 1 }),
    ),
    html('link_insecure', '<a href="http://acme.dev/">a</a><a href="http://acme.dev/b">b</a>', { count: 2 }),
    { code: 'unsubscribe_link_missing', field: 'html', fields: { html: htmlWith('', '') } },
    {
      code: 'postal_address_missing',
      says: 'no postal address',
      put: ({ api }) => api.patch('/unsubscribe-page').send({ postal_address: null }).expect(200),
    },
    {
      code: 'postal_address_missing',
      says: 'does not show',
      put: ({ api }) => api.patch('/unsubscribe-page').send({ postal_address: 'Bee, 2 Road' }).expect(200),
    },
    html('alt_missing', '<img src="https://acme.dev/a.png"><img src=b>', { count: 2 }),
    {
      code: 'image_only',
      field: 'html',
      count: 1,
      fields: {
        html: '<a href="https://acme.dev"><img src="https://acme.dev/a.png" alt="News">Acme, 1 Road</a><a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
      },
    },
    {
      code: 'dmarc_missing',
      field: 'from',
      put: ({ domain }) =>
        query(
          `UPDATE domain_checks SET checked_at = now(), records = '[{"key": "DMARC TXT", "status": "pending"}]' WHERE id = $1`,
          domain.id,
        ),
    },
    {
      code: 'audience_inactive',
      count: 1,
      says: '100 %',
      put: ({ accountId }) =>
        query(
          `INSERT INTO contact_engagement VALUES ($1, 'bo@customer.dev', '2020-01-02', '2020-01-02', null, '2020-01-02')`,
          accountId,
        ),
    },
  ];
}

/** Makes another contact, who has a last name and no first one. */
export async function makeCyan(app: TestApp, { accountId }: CampaignOwner): Promise<object> {
  await createContact(app.pool, { accountId, email: 'cy@customer.dev', lastName: 'Cyan' });
  return {};
}

/** Something in the third line of the html. */
const html = (code: Cause['code'], inserted: string, more: Partial<Cause> = {}): Cause => ({
  code,
  field: 'html',
  line: 3,
  fields: { html: htmlWith(inserted) },
  ...more,
});
