// The mail of a one-time link, with names that try to be more than a name.
import { expect } from 'chai';
import type { DueLink } from '../../../../../../shared/resources/people/one-time-links/find-due.ts';
import { composeLinkMail } from '../../../../../../shared/resources/people/one-time-links/texts/compose.ts';
import { urlsOf } from '../use-mailed-links.ts';

const URL_OF_LINK = 'https://mail.acme.dev/app/accept?token=abc';

const LINK: DueLink = {
  id: '01900000-0000-7000-8000-000000000000',
  purpose: 'invitation',
  email: 'bo@customer.dev',
  expiresAt: new Date('2026-11-29T14:05:59.000Z'),
  hasPerson: false,
  accountName: 'Acme',
  role: 'owner',
  inviterName: 'Ada',
  inviterEmail: 'ada@acme.dev',
};

const compose = (changes: Partial<DueLink>) => composeLinkMail({ ...LINK, ...changes }, URL_OF_LINK);

describe('The mail of a one-time link', () => {
  it('says until when the link works, in UTC', () => {
    expect(compose({}).text).to.include('The link works once and expires on 29 November 2026 at 14:05 UTC.');
  });

  it('names no person when an operator invites', () => {
    const { subject, text } = compose({ inviterName: null, inviterEmail: null });
    expect(subject).to.equal('You are invited to Acme on Posthorn');
    expect(text).to.match(/^You are invited to the account "Acme" on Posthorn, as an owner\./);
  });

  it('escapes markup', () => {
    const { html } = compose({
      accountName: '</title><script>x()</script>',
      inviterName: '<a href="https://evil.dev">&',
      inviterEmail: '"<b>"@acme.dev',
    });
    expect(html.match(/<[a-z]+/g)).to.deep.equal(compose({}).html.match(/<[a-z]+/g));
    expect(html).to.include('&lt;script&gt;').and.to.include('"&lt;b&gt;"@acme.dev');
  });

  it('has no other link than its own, whatever a name is', () => {
    const names = { accountName: 'Win: https://evil.dev/x', inviterName: 'www.evil.dev' };
    for (const purpose of ['invitation', 'address_confirmation'] as const) {
      const mail = compose({ ...names, purpose });
      for (const content of [mail.text, mail.html]) expect(urlsOf(content)).to.deep.equal([URL_OF_LINK]);
      expect(Object.values(mail).join()).not.to.include('evil.dev');
    }
  });

  it('leaves out the address of an inviter that looks like a link', () => {
    const { text } = compose({ inviterEmail: 'www.evil.dev/login@acme.dev' });
    expect(text)
      .to.match(/^Ada invites you to the account "Acme"/)
      .and.not.to.include('evil.dev');
    expect(compose({}).text).to.match(/^Ada \(ada@acme\.dev\) invites you /);
  });

  it('cuts long names between characters, so that the subject stays a line', () => {
    const { subject, text } = compose({ accountName: '😀'.repeat(1_000), inviterName: 'a'.repeat(1_000) });
    expect(subject).to.equal(`${'a'.repeat(100)}… invites you to ${'😀'.repeat(100)}… on Posthorn`);
    expect(text).to.have.length.below(2_000);
  });

  it('lets no name begin another header, line or direction', () => {
    const name = 'Ada\r\nBcc: all@customer.dev\u0000\u2028\u202Egro.live\u2066';
    const { subject, text, html } = compose({ accountName: name, inviterName: name });
    for (const content of [subject, text, html]) {
      expect(content).not.to.match(/^Bcc|\r|[\p{Zl}\u202e\u2066]/mu);
      expect(content).not.to.include('\u0000');
    }
    expect(subject).not.to.include('\n');
    expect(text.split('\n')).to.have.length(compose({}).text.split('\n').length);
  });
});
