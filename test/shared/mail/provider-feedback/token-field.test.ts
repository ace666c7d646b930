// The field in which a provider returns our token, with and without a client's own.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  takeAddressed,
  takeAddressedLines,
} from '../../../../shared/mail/provider-feedback/addressed-fields.ts';
import { FEEDBACK_FORMS } from '../../../../shared/mail/provider-feedback/kinds.ts';
import {
  PROVIDER_KINDS,
  type ProviderKind,
} from '../../../../shared/mail/provider-feedback/provider-kind.ts';
import { tokenLines } from '../../../../shared/mail/provider-feedback/token-field.ts';

const TOKEN = '0123456789abcdef'.repeat(3);

function linesOf(
  kind: ProviderKind,
  headers: Record<string, string> = {},
  configurationSet: string | null = null,
) {
  const own = takeAddressed(headers)?.own ?? [];
  return tokenLines(kind, { token: TOKEN, configurationSet, own }).toString('latin1');
}

/** Unfolded. */
const unfold = (lines: string) => lines.replaceAll('\r\n ', ' ');
const textOf = (lines: string) => /^[\w-]+: ?(.*)\r\n$/.exec(unfold(lines))?.[1] ?? '';

describe('The field that carries a token', () => {
  it('is the one that its kind returns', () => {
    expect(PROVIDER_KINDS.map((kind) => linesOf(kind))).to.deep.equal([
      '',
      `X-SES-MESSAGE-TAGS: posthorn=${TOKEN}\r\n`,
      `X-PM-Metadata-posthorn: ${TOKEN}\r\n`,
      `X-Mailgun-Variables: {"posthorn":"${TOKEN}"}\r\n`,
      `X-SMTPAPI: {"unique_args":{"posthorn":"${TOKEN}"}}\r\n`,
      `X-Mailin-custom: posthorn:${TOKEN}\r\n`,
      '',
    ]);
    expect(linesOf('ses', {}, 'mail')).to.equal(
      `X-SES-MESSAGE-TAGS: posthorn=${TOKEN}\r\nX-SES-CONFIGURATION-SET: mail\r\n`,
    );
  });

  it('has what the client says of it too', () => {
    const tags = linesOf('ses', { 'x-ses-message-tags': 'a=b, bad tag, Posthorn=other,c=d@e.f' });
    expect(textOf(tags)).to.equal(`posthorn=${TOKEN}, a=b, c=d@e.f`);
    const variables = linesOf('mailgun', {
      'X-Mailgun-Variables': '{"a":"ä =?x","posthorn":"other","b":{"c":[1, 2]}}',
    });
    expect(variables)
      .to.match(/^[\x20-\x7e\r\n]*$/)
      .and.to.not.include('=?');
    expect(JSON.parse(textOf(variables))).to.deep.equal({ a: 'ä =?x', posthorn: TOKEN, b: { c: [1, 2] } });
    const api = linesOf('sendgrid', {
      'X-SMTPAPI': '{"category":"c","to":["eve@evil.test"],"unique_args":{"id":7},"__proto__":{"x":1}}',
    });
    expect(JSON.parse(textOf(api))).to.deep.equal(
      JSON.parse(`{"category":"c","__proto__":{"x":1},"unique_args":{"id":7,"posthorn":"${TOKEN}"}}`),
    );
    const custom = linesOf('brevo', { 'X-Mailin-custom': 'a:b| posthorn: other |c|' });
    expect(textOf(custom)).to.equal(`posthorn:${TOKEN}|a:b|c`);
    expect(linesOf('postmark', { 'x-pm-metadata-posthorn': 'other' })).to.equal(linesOf('postmark'));
  });

  it('is ours alone where a client’s cannot be merged', () => {
    const long = JSON.stringify({ a: 'x'.repeat(2_000) });
    for (const text of [
      '',
      'x',
      '[1]',
      '7',
      'null',
      '{',
      long,
      `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ]) {
      expect(linesOf('mailgun', { 'X-Mailgun-Variables': text })).to.equal(linesOf('mailgun'));
      expect(linesOf('sendgrid', { 'X-SMTPAPI': text })).to.equal(linesOf('sendgrid'));
    }
    expect(linesOf('brevo', { 'X-Mailin-custom': 'ä|=?x?=' })).to.equal(linesOf('brevo'));
    expect(linesOf('brevo', { 'X-Mailin-custom': 'x|'.repeat(900) })).to.equal(linesOf('brevo'));
    expect(linesOf('ses', { 'X-SES-MESSAGE-TAGS': '; drop' })).to.equal(linesOf('ses'));
  });

  it('has the configuration set of the operator, else the one of the client', () => {
    const given = { 'X-SES-Configuration-Set': 'theirs' };
    expect(linesOf('ses', given, 'mail')).to.equal(linesOf('ses', {}, 'mail'));
    expect(linesOf('ses', given)).to.equal(`X-SES-Configuration-Set: theirs\r\n${linesOf('ses')}`);
  });

  it('leaves the client’s fields for another kind as they are', () => {
    const given = { 'X-SMTPAPI': '{"to":["a"]}', 'X-PM-Metadata-posthorn': 'ä', subject: 'no' };
    const written = 'X-SMTPAPI: {"to":["a"]}\r\nX-PM-Metadata-posthorn: =?UTF-8?B?w6Q=?=\r\n';
    for (const kind of ['generic', 'direct'] as const) expect(linesOf(kind, given)).to.equal(written);
    expect(linesOf('brevo', given)).to.equal(written + linesOf('brevo'));
    expect(takeAddressed({ 'X-Other': 'x' })).to.equal(undefined);
  });

  it('is taken out of the lines of a header, and nothing else is', () => {
    const header = [
      'From: a',
      'x-smtpapi :\r\n {"a":\r\n\t"b"}',
      'X-SMTPAPI-Other: 1',
      ' X-Smtpapi: in a fold',
      'X-MAILIN-CUSTOM: \xe4',
      '',
    ].join('\r\n');
    const fields = ['From', 'x-smtpapi', 'X-SMTPAPI-Other', 'X-MAILIN-CUSTOM'].map((name) => ({
      name,
      value: '',
    }));
    const taken = takeAddressedLines(Buffer.from(header, 'latin1'), fields);
    expect(taken?.header.toString('latin1')).to.equal(
      'From: a\r\nX-SMTPAPI-Other: 1\r\n X-Smtpapi: in a fold\r\n',
    );
    expect(taken?.fields.map(({ name }) => name)).to.deep.equal(['From', 'X-SMTPAPI-Other']);
    expect(taken?.own.map(({ written, text }) => [written.name, text])).to.deep.equal([
      ['x-smtpapi', '{"a":\t"b"}'],
      ['X-MAILIN-CUSTOM', '\ufffd'],
    ]);
    expect(takeAddressedLines(Buffer.from('From: a\r\n'), fields.slice(0, 1))).to.equal(undefined);
  });

  it('is lines of ASCII with the token in them once, whatever a client writes', () => {
    const names = [
      'x-ses-message-tags',
      'X-Mailgun-Variables',
      'X-SMTPAPI',
      'x-mailin-custom',
      'X-PM-Metadata-posthorn',
      'X-SES-CONFIGURATION-SET',
    ];
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.json(),
      fc.constantFrom('x y '.repeat(400), 'x'.repeat(1_500)),
    );
    const headers = fc.dictionary(
      fc.constantFrom(...names),
      text.map((each) => each.replace(/[\r\n\0]/g, '')),
    );
    const kinds = fc.constantFrom(...(Object.keys(FEEDBACK_FORMS) as ProviderKind[]));
    fc.assert(
      fc.property(kinds, headers, fc.constantFrom(null, 'mail'), (kind, given, set) => {
        const lines = linesOf(kind, given, set);
        expect(lines).to.match(/^(?:[\w-]+: ?[\x20-\x7e]{0,997}\r\n(?: [\x20-\x7e]{1,997}\r\n)*)+$/);
        for (const line of lines.split('\r\n')) expect(line.length).to.be.at.most(998);
        expect(lines.split(TOKEN)).to.have.lengthOf(2);
      }),
      { numRuns: 500 },
    );
  });
});
