// Unknown paths and methods, HEAD, and the Accept header (docs/reference/requests.md#base-url-and-paths).
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { exchange } from '../../support/net/raw-http.ts';

describe('A path or a method of the API', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Rejects a path that the API does not have with not_found 404.', async () => {
    for (const path of ['/', '/nothing', '/domains/x/y/z', '/constructor', '/__proto__', '/emails/x/y/z'])
      expectError(await account.api.get(path), 404, 'not_found');
    expectError(await account.api.delete('/emails'), 404, 'not_found');
  });

  it("Names the operation that an unknown path or method nearly is, and says what of Resend's paths there is not.", async () => {
    const nothing = 'The requested endpoint does not exist.';
    for (const [method, path, says] of [
      ['post', '/emils', ' Did you mean `POST /emails`?'],
      ['post', '/emails/bach', ' Did you mean `POST /emails/batch`?'],
      ['get', '/v1/emails', ' Did you mean `GET /emails`?'],
      ['post', '/api/domains/x/verfy', ' Did you mean `POST /domains/:id/verify`?'],
      ['put', '/contacts/x', ' Did you mean `PATCH /contacts/:id`?'],
      ['post', '/emails/send', ' Did you mean `POST /emails`?'],
      ['delete', '/emails', ' Did you mean `POST /emails` or `GET /emails`?'],
      ['post', '/inboxes', ' Resend has `/inboxes`, but Posthorn does not.'],
      ['get', '/oauth/grants/x', ' Resend has `/oauth`, but Posthorn does not.'],
      ['get', '/nothing', ''],
      ['get', `/${'emails/'.repeat(1_000)}`, ''],
    ] as const)
      expect(expectError(await account.api[method](path), 404, 'not_found'), path).to.equal(nothing + says);
  });

  it('Names the operation and the guide for the paths by which programs send with SendGrid, Mailgun, Postmark, Amazon SES, Mailchimp and listmonk.', async () => {
    for (const [path, service, operation, guide] of [
      ['/v3/mail/send', 'SendGrid', 'POST /emails', 'sendgrid'],
      ['/v3/mg.acme.dev/messages', 'Mailgun', 'POST /emails', 'mailgun'],
      ['/email', 'Postmark', 'POST /emails', 'postmark'],
      ['/email/withTemplate', 'Postmark', 'POST /emails', 'postmark'],
      ['/email/batch', 'Postmark', 'POST /emails/batch', 'postmark'],
      ['/v2/email/outbound-emails', 'Amazon SES', 'POST /emails', 'ses'],
      ['/api/1.0/messages/send.json', 'Mailchimp Transactional', 'POST /emails', 'mailchimp'],
      ['/3.0/lists/abc/members', 'Mailchimp', 'POST /contacts', 'mailchimp'],
      ['/api/tx', 'listmonk', 'POST /emails', 'listmonk'],
    ] as const) {
      const message = expectError(await account.api.post(path), 404, 'not_found');
      expect(message, path).to.include(`This is a path of ${service}.`).and.include(`\`${operation}\``);
      expect(message, path).to.include(`/docs/guides/${guide}.`);
      expect(existsSync(new URL(`../../../docs/guides/${guide}.md`, import.meta.url)), guide).to.equal(true);
    }
    const unknown = expectError(await account.api.post('/v3/mail/settings'), 404, 'not_found');
    expect(unknown).to.equal('The requested endpoint does not exist.');
  });

  it('Rejects a method that the path of an operation does not have, OPTIONS included, with not_found 404.', async () => {
    for (const method of ['post', 'put', 'patch', 'delete', 'options', 'trace'] as const)
      expectError(await account.api[method]('/logs'), 404, 'not_found');
  });

  it('Answers HEAD with the headers of GET and without a body.', async () => {
    // Byte for byte: a client library would drop a body.
    const ask = (method: string) =>
      exchange(
        app.port,
        `${method} /logs HTTP/1.1\r\nUser-Agent: x\r\nX-Request-Id: same\r\nAuthorization: Bearer ${account.token}\r\nConnection: close\r\n\r\n`,
      );
    const [get, head] = await Promise.all([ask('GET'), ask('HEAD')]);
    const withoutDate = (answer: string) => answer.replace(/\r\nDate: [^\r]+/, '');
    expect(head).to.match(/^HTTP\/1\.1 200 /);
    expect(get).to.match(/\r\n\r\n\{.+\}$/);
    expect(withoutDate(head)).to.equal(withoutDate(get).replace(/\{.+\}$/, ''));
  });

  it('Answers JSON whatever the Accept header asks for.', async () => {
    for (const accept of ['*/*', 'text/html', 'application/xml']) {
      const known = await account.api.get('/logs').set('Accept', accept);
      expect(known.headers['content-type'], accept).to.match(/^application\/json/);
      expectError(await account.api.get('/nothing').set('Accept', accept), 404, 'not_found');
    }
  });
});
