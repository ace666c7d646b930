// What the pages of logs, webhooks and API keys make of data: the emails of a logged request, its error, the request
// again for curl, the body of a key's form, and the email of an event.
import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { copiedRequest } from '../../dashboard/api/copy-as.ts';
import type { ApiKey } from '../../dashboard/api/generated/types.ts';
import { copiedCall } from '../../dashboard/copy-as/copied-call.ts';
import { firstEmail } from '../../dashboard/copy-as/first-email.ts';
import { changeBody, createBody, draftOf, NEW_KEY } from '../../dashboard/resources/api-keys/key-draft.ts';
import { isExpired } from '../../dashboard/resources/api-keys/key-words.ts';
import { emailsOfLog } from '../../dashboard/resources/logs/emails-of-log.ts';
import { errorOfLog } from '../../dashboard/resources/logs/error-of-log.ts';
import { SUBSCRIPTION_OPTIONS } from '../../dashboard/resources/webhooks/event-types.ts';
import { emailOfPayload } from '../../dashboard/resources/webhooks/events/email-of-payload.ts';
import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';

const A = '0199d3a0-0000-7000-8000-000000000001';
const B = '0199d3a0-0000-7000-8000-000000000002';
const KEY: ApiKey = {
  object: 'api_key',
  id: A,
  name: 'Shop',
  prefix: 'ph_4fQz9',
  permission: 'sending_access',
  domain_id: B,
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-02-18T12:00:00.000Z',
  allowed_addresses: ['203.0.113.0/24'],
};

describe('A logged request', () => {
  const log = (endpoint: string, response_body: unknown, response_status = 200) => ({
    endpoint,
    response_status,
    response_body,
  });

  it('leads to the emails that its answer or its path names', () => {
    expect(emailsOfLog(log('/emails', { id: A }))).to.deep.equal([A]);
    expect(emailsOfLog(log('/emails/batch', { data: [{ id: A }, { id: B }] }))).to.deep.equal([A, B]);
    expect(emailsOfLog(log('/emails/batch', { sent: [{ id: B }], sent_count: 1 }, 503))).to.deep.equal([B]);
    expect(emailsOfLog(log(`/emails/${A}/cancel`, { id: A }))).to.deep.equal([A]);
  });

  it('leads to no email where there is none', () => {
    expect(emailsOfLog(log('/emails', null, 422))).to.deep.equal([]);
    expect(emailsOfLog(log('/emails', { id: '[redacted]' }))).to.deep.equal([]);
    expect(emailsOfLog(log('/domains', { id: A }))).to.deep.equal([]);
    expect(emailsOfLog(log(`/emails/${A}`, { name: 'not_found' }, 404))).to.deep.equal([]);
    expect(emailsOfLog(log('/emails/batch', { data: [null, 1, {}] }))).to.deep.equal([]);
  });

  it('has an error only where the API refused it', () => {
    const body = { statusCode: 422, name: 'validation_error', message: 'No.' };
    expect(errorOfLog(log('/emails', body, 422))).to.deep.equal({ name: 'validation_error', message: 'No.' });
    expect(errorOfLog(log('/emails', { name: 'Ana', message: 'x' }))).to.equal(undefined);
    expect(errorOfLog(log('/emails', null, 499))).to.equal(undefined);
  });

  it('is copied with its method, path and body, whatever they contain', () => {
    const body = { subject: `it's "$(id)" \\ \`id\`` };
    const text = copiedRequest('https://mail.acme.dev', { method: 'PUT', path: "/x'y z", body });
    const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], {
      encoding: 'utf8',
    });
    expect(shown.split('\n')).to.include.members([
      'PUT',
      "https://mail.acme.dev/x'y z",
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body),
    ]);
    expect(text).to.contain('$POSTHORN_API_KEY');
  });
});

describe('An API key', () => {
  it('is in the snippets only where it is given', () => {
    const input = { body: firstEmail({ from: 'a@acme.dev', to: 'b@acme.dev' }) };
    const call = (apiKey?: string) => copiedCall('https://mail.acme.dev', 'sendEmail', input, { apiKey });
    for (const text of Object.values(call('ph_secret'))) {
      expect(text).to.contain('ph_secret').and.not.to.contain('POSTHORN_API_KEY');
    }
    expect(Object.values(call()).join()).not.to.contain('ph_secret');
  });

  it('is created with the fields of its form', () => {
    const draft = {
      ...NEW_KEY,
      name: ' Shop ',
      expiry: '90' as const,
      addresses: ' 10.0.0.1\n\n2001:db8::/32, ',
    };
    expect(createBody(draft)).to.deep.equal({
      name: 'Shop',
      permission: 'sending_access',
      domain_id: null,
      expires_at: 'in 90 days',
      allowed_addresses: ['10.0.0.1', '2001:db8::/32'],
    });
  });

  it('is bound to no domain with full access', () => {
    expect(createBody({ ...NEW_KEY, permission: 'full_access', domainId: B }).domain_id).to.equal(null);
  });

  it('is changed in the fields that are other than before', () => {
    const draft = draftOf(KEY);
    expect(changeBody(KEY, draft)).to.equal(undefined);
    expect(changeBody(KEY, { ...draft, name: 'Till' })).to.deep.equal({ name: 'Till' });
    expect(changeBody(KEY, { ...draft, expiry: 'never', addresses: ' ' })).to.deep.equal({
      expires_at: null,
      allowed_addresses: null,
    });
    // A domain would be refused with full access.
    expect(changeBody(KEY, { ...draft, permission: 'full_access' })).to.deep.equal({
      permission: 'full_access',
      domain_id: null,
    });
  });

  it('has expired from its time on', () => {
    expect(isExpired(KEY, new Date('2027-02-18T12:00:00.000Z'))).to.equal(true);
    expect(isExpired(KEY, new Date('2027-02-18T11:59:59.000Z'))).to.equal(false);
    expect(isExpired({ expires_at: null }, new Date())).to.equal(false);
  });
});

describe('A webhook', () => {
  it('can subscribe to every event and group of the contract', () => {
    const ids = SUBSCRIPTION_OPTIONS.map(({ id }) => id);
    expect(ids).to.have.members([...WEBHOOK_EVENT_GROUPS, ...WEBHOOK_EVENT_TYPES]);
    expect(ids.indexOf('email.sent')).to.be.within(ids.indexOf('email.*'), ids.indexOf('contact.*'));
  });

  it('has events that lead to their email', () => {
    expect(emailOfPayload({ data: { email_id: A, subject: 'Hi' } })).to.deep.equal({ id: A, subject: 'Hi' });
    expect(emailOfPayload({ data: { id: A } })).to.equal(undefined);
    expect(emailOfPayload(null)).to.equal(undefined);
  });
});
