// What these resources do is done without a terminal: each of their operations is called by a page of the dashboard, or the
// table here says why not.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';

const PAGES = new URL('../../dashboard/', import.meta.url);
/** The first part of the paths of the operations that are held to it. */
const HELD = [
  'audiences',
  'automations',
  'broadcasts',
  'campaigns',
  'contact-properties',
  'contacts',
  'domains',
  'events',
  'people',
  'polls',
  'segments',
  'templates',
  'topics',
  'unsubscribe-page',
  'webhooks',
];

/** Operation → why no page calls it. */
const ON_NO_PAGE: Readonly<Record<string, string>> = {
  rotateWebhookSigningSecret: 'the same as rotateWebhook, at the path of Resend’s SDK',
  batchContacts: 'an import brings many contacts, and marked rows change many',
  listContactSegments: 'the contact has them',
  listContactTopics: 'the person has them, with who has chosen and when',
  createAudienceContact: 'the same as createContact, at the path of Resend’s SDK',
  getAudienceContact: 'the same as getContact, at the path of Resend’s SDK',
  updateAudienceContact: 'the same as updateContact, at the path of Resend’s SDK',
  deleteAudienceContact: 'the same as deleteContact, at the path of Resend’s SDK',
  listContactEvents: 'the timeline of the person has them',
  rewriteTemplate: 'of suggestions of a model a page has the first draft only',
  suggestSegment: 'suggestions of a model have no pages yet',
  ...Object.fromEntries(
    ['addAutomationStep', 'updateAutomationStep', 'deleteAutomationStep'].map((operation) => [
      operation,
      'the steps of an automation are edited and saved together',
    ]),
  ),
  listCampaignEngagement: 'the same as listCampaignRecipients, under another name',
  ...Object.fromEntries(
    operationsBelow(['broadcasts']).map((operation) => [
      operation,
      'the same as that of campaigns, at the paths of Resend’s SDK',
    ]),
  ),
};

const source = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?:audience|resources)\/.*\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file, PAGES), 'utf8'))
  .join('\n');
const isCalled = (operation: string) => new RegExp(`['"]${operation}['"]`).test(source);
const held = operationsBelow(HELD);

/** @param names first parts of their paths */
function operationsBelow(names: readonly string[]): string[] {
  return Object.entries(OPERATIONS)
    .filter(([, { path }]) => names.includes(path.split('/')[1] ?? ''))
    .map(([operation]) => operation);
}

describe('The operations of people, domains, events, templates, campaigns, automations and webhooks', () => {
  it('are on a page, or in the table that says why not', () => {
    expect(held).to.have.length.above(30);
    expect(held.filter((operation) => !isCalled(operation))).to.have.members(Object.keys(ON_NO_PAGE));
  });
});
