// Domains, events and webhooks are set up without a terminal: each operation of these resources is called by a page of
// the dashboard, or the table here says why not.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';

const RESOURCES = new URL('../../dashboard/resources/', import.meta.url);
/** The first part of the paths of the operations that are held to it. */
const HELD = [
  'audiences',
  'contact-properties',
  'contacts',
  'domains',
  'events',
  'people',
  'segments',
  'topics',
  'unsubscribe-page',
  'webhooks',
];

/** Operation → why no page calls it. */
const ON_NO_PAGE: Readonly<Record<string, string>> = {
  rotateWebhookSigningSecret: 'the same as rotateWebhook, at the path of Resend’s SDK',
};

const source = readdirSync(RESOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file, RESOURCES), 'utf8'))
  .join('\n');
const isCalled = (operation: string) => new RegExp(`['"]${operation}['"]`).test(source);
const held = Object.entries(OPERATIONS)
  .filter(([, { path }]) => HELD.includes(path.split('/')[1] ?? ''))
  .map(([operation]) => operation);

describe('The operations of domains, claims, events and webhooks', () => {
  it('are on a page, or in the table that says why not', () => {
    expect(held).to.have.length.above(30);
    expect(held.filter((operation) => !isCalled(operation))).to.have.members(Object.keys(ON_NO_PAGE));
  });
});
