// Every page of the dashboard with data, among it texts that are long, hostile, or many.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { type AccountWithData, createAccountWithData } from './account-with-data.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

const EXPECTED = /status of 404/;

/** Pages by a name. */
const pagesOf = (data: AccountWithData): Record<string, string> => ({
  overview: '/',
  emails: '/emails',
  email: `/emails/${data.hostile.id}`,
  'email-to-many': `/emails/${data.toMany.id}`,
  'email-tracked': `/emails/${data.tracked.id}`,
  'email-long': `/emails/${data.long.id}`,
  'emails-filtered-to-nothing': '/emails?q=nothing-has-this',
  'email-unknown': '/emails/0199d3a0-1111-7222-8333-444455556666',
  topics: '/topics',
  topic: `/topics/${data.topic.id}`,
  contacts: '/contacts',
  contact: `/contacts/${data.people.contact}`,
  'contact-topics': `/contacts/${data.people.contact}/topics`,
  'contact-timeline': `/contacts/${data.people.contact}/timeline`,
  segments: '/segments',
  segment: `/segments/${data.people.byHand}`,
  'segment-by-rules': `/segments/${data.people.byRules}`,
  'segment-editor': `/segments/${data.people.byRules}/edit`,
  campaigns: '/campaigns',
  'campaign-paused': `/campaigns/${data.campaigns.paused}`,
  'campaign-draft': `/campaigns/${data.campaigns.draft}/edit`,
  polls: '/campaigns/polls',
  poll: `/campaigns/polls/${data.campaigns.poll}`,
  templates: '/templates',
  template: `/templates/${data.template}`,
  'template-versions': `/templates/${data.template}/versions`,
  imports: '/contacts/imports',
  import: `/contacts/imports/${data.contactImport}`,
  'import-new': '/contacts/imports/new',
  properties: '/contacts/properties',
  property: `/contacts/properties/${data.property}`,
  suppressions: '/suppressions',
  suppression: `/suppressions/${data.suppression.id}`,
  logs: '/logs',
  log: `/logs/${data.log.id}`,
  webhooks: '/webhooks',
  webhook: `/webhooks/${data.webhook.id}`,
  'webhook-events': `/webhooks/${data.webhook.id}/events`,
  'webhook-event': `/webhooks/${data.webhook.id}/events/${data.message}`,
  automations: '/automations',
  automation: `/automations/${data.events.automation}`,
  'automation-editor': `/automations/${data.events.automation}/edit`,
  'automation-runs': `/automations/${data.events.automation}/runs`,
  'automation-run': `/automations/${data.events.automation}/runs/${data.events.run}`,
  'automation-why': `/automations/${data.events.automation}/why`,
  'automation-batches': `/automations/${data.events.automation}/batches`,
  events: '/events',
  event: `/events/received/${data.events.event}`,
  'event-run': `/events/received/${data.events.event}/runs/${data.events.run}`,
  definitions: '/events/definitions',
  definition: `/events/definitions/${data.events.definition}`,
  'event-send': '/events?send=yes',
  'api-keys': '/api-keys',
  domains: '/domains',
  domain: `/domains/${data.domain.id}`,
  'domains-filtered-to-nothing': '/domains?q=nothing-has-this&status=failed',
  'api-key': `/api-keys/${data.key.id}`,
  account: '/settings',
  profile: '/settings/profile',
  security: '/settings/security',
  sessions: '/settings/sessions',
  members: '/settings/members',
  'unsubscribe-page': '/settings/unsubscribe-page',
  usage: '/settings/usage',
  audit: '/settings/audit',
  work: '/work',
  nowhere: '/nowhere',
});

describe('The pages of the dashboard', function () {
  this.timeout(600_000);
  let data: AccountWithData;
  const app = useApp();
  const { openTab } = useTabs(app);
  before(async () => {
    data = await createAccountWithData(app);
  });

  it('have no fault for accessibility, do not move and never scroll sideways, whatever the texts', async () => {
    const tab = await openTab({ session: data.owner, expected: EXPECTED });
    for (const [name, path] of Object.entries(pagesOf(data))) await inspect(tab, { name, path });
  });

  it('are the same for a viewer, who sees what a role may not do', async () => {
    const tab = await openTab({ session: data.viewer });
    for (const path of [
      '/emails',
      `/emails/${data.hostile.id}`,
      '/api-keys',
      '/domains',
      `/topics/${data.topic.id}`,
      `/contacts/${data.people.contact}`,
      `/segments/${data.people.byHand}`,
      '/campaigns',
      `/campaigns/${data.campaigns.paused}`,
      `/campaigns/${data.campaigns.draft}/edit`,
      `/templates/${data.template}/versions`,
      '/contacts/imports/new',
      `/contacts/imports/${data.contactImport}`,
      `/contacts/properties/${data.property}`,
      '/settings/members',
      '/settings/unsubscribe-page',
      '/work',
    ]) {
      await inspect(tab, { name: `viewer${path.replaceAll('/', '-')}`, path });
    }
    await tab.open('/api-keys?create=yes');
    const refused = tab.page.getByRole('button', { name: 'Create key' });
    expect(await refused.first().getAttribute('aria-disabled')).to.equal('true');
  });
});
