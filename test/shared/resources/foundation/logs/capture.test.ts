// The captured body of a request log: complete up to 64 KiB, always valid JSON, without secrets.
import { expect } from 'chai';
import fc from 'fast-check';
import { NAME_SIGNS } from '../../../../../shared/platform/redaction/secret-names.ts';
import { CAPTURE_MAX_BYTES, captureBody } from '../../../../../shared/resources/foundation/logs/capture.ts';
import { cpuMsOf } from '../../../../support/time/cpu-time.ts';

const KEY = `ph_${'a1B2c3D4'.repeat(4)}`;
const SECRET = `whsec_${Buffer.from('thirty-two bytes of some secret!').toString('base64')}`;
const SIGNATURE = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYm0';

/** The captured body, parsed. */
function captured(body: unknown) {
  const json = captureBody(body) ?? expect.fail('Nothing was captured.');
  expect(Buffer.byteLength(json)).to.be.at.most(CAPTURE_MAX_BYTES);
  return JSON.parse(json);
}

describe('Logs up to 64 KiB of each body, with secrets and contents of files redacted.', () => {
  it('keeps a body without secrets unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (body) => {
        const signs = new RegExp(`${NAME_SIGNS}|attachment`, 'gi');
        const safe = JSON.parse(JSON.stringify(body).replace(signs, 'x'));
        expect(captured(safe)).to.deep.equal(safe);
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  for (const body of [undefined, null, 'text', 1, true]) {
    it(`captures nothing of ${JSON.stringify(body)}`, () => {
      expect(captureBody(body)).to.equal(null);
    });
  }

  it('leaves out undefined fields, as JSON does', () => {
    expect(captured({ a: undefined, b: 1, c: [undefined] })).to.deep.equal({ b: 1, c: [null] });
  });

  it('keeps a field with the name of a built-in object property', () => {
    const body = JSON.parse('{"__proto__":{"a":1},"constructor":"b"}');
    expect(captureBody(body)).to.equal('{"__proto__":{"a":1},"constructor":"b"}');
  });

  describe('signing secrets', () => {
    it('by name', () => {
      expect(captured({ signing_secret: 'anything' })).to.deep.equal({ signing_secret: '[redacted]' });
    });

    it('by shape', () => {
      expect(captured({ note: `It is ${SECRET}.` })).to.deep.equal({ note: 'It is [redacted].' });
    });
  });

  describe('keys', () => {
    for (const name of ['api_key', 'apiKey', 'API-Key', 'X-Api-Key', 'secret_key', 'private_key']) {
      it(`by the name ${name}`, () => {
        expect(captured({ headers: { [name]: 'abc' } })).to.deep.equal({ headers: { [name]: '[redacted]' } });
      });
    }

    it('by shape, in texts, lists and names', () => {
      const body = { a: `key=${KEY}`, b: [KEY, { [KEY]: 1 }] };
      expect(captured(body)).to.deep.equal({ a: 'key=[redacted]', b: ['[redacted]', { '[redacted]': 1 }] });
    });

    it('within other text', () => {
      expect(captured({ a: `x${KEY}${KEY}y_z` }).a).not.to.include(KEY.slice(3));
    });

    it('but not the prefix that identifies a key', () => {
      expect(captured({ prefix: KEY.slice(0, 8) })).to.deep.equal({ prefix: KEY.slice(0, 8) });
    });
  });

  describe('tokens', () => {
    it('by any of these names', () => {
      // biome-ignore format: a table.
      const names = [
        'token', 'access_token', 'refreshToken', 'X-Auth-Token', 'tokens', 'password', 'Cookie',
      ];
      for (const name of names)
        expect(captured([{ [name]: 'abc' }]), name).to.deep.equal([{ [name]: '[redacted]' }]);
    });

    it('of an Authorization header, by name and by shape', () => {
      const body = {
        authorization: 'Basic dXNlcjpwYXNz',
        curl: 'curl -H "Authorization: Bearer abcdefghijklmnop"',
      };
      expect(captured(body)).to.deep.equal({
        authorization: '[redacted]',
        curl: 'curl -H "Authorization: Bearer [redacted]"',
      });
    });

    it('with any value: numbers, lists, objects', () => {
      const body = {
        token: 123456,
        tokens: ['a'],
        credentials: { user: 'a' },
        pass_token: null,
        has_token: true,
      };
      expect(captured(body)).to.deep.equal({
        token: '[redacted]',
        tokens: '[redacted]',
        credentials: '[redacted]',
        pass_token: null,
        has_token: true,
      });
    });

    it('but not other words with the same beginning', () => {
      const body = {
        tokenizer: 'bpe',
        secretary: 'Bo',
        cookie_policy: 'strict',
        keyboard: 'us',
        key: 'plan',
      };
      expect(captured(body)).to.deep.equal(body);
    });
  });

  describe('signed links', () => {
    it('in a field and within a text', () => {
      const link = `https://mail.acme.dev/share/emails/1?expires=1867000000&signature=${SIGNATURE}`;
      const safe = 'https://mail.acme.dev/share/emails/1?expires=1867000000&signature=[redacted]';
      const html = `<a href="${link.replace('&', '&amp;')}">`;
      expect(captured({ url: link, text: `See ${link}.`, html })).to.deep.equal({
        url: safe,
        text: `See ${safe}.`,
        html: `<a href="${safe.replace('&', '&amp;')}">`,
      });
    });

    it('of other services, and logins in URLs', () => {
      const body = {
        a: 'https://user:pass@files.dev/a?X-Amz-Credential=abc&X-Amz-Signature=def&v=1#top',
        b: 'https://blob.dev/b?sig=abc%2F&se=2026',
        c: 'https://hooks.dev/c?access_token=abc&api_key=def',
      };
      expect(captured(body)).to.deep.equal({
        a: 'https://[redacted]@files.dev/a?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]&v=1#top',
        b: 'https://blob.dev/b?sig=[redacted]&se=2026',
        c: 'https://hooks.dev/c?access_token=[redacted]&api_key=[redacted]',
      });
    });
  });

  describe('attachment contents', () => {
    it('of an email and of the emails of a batch', () => {
      const file = { filename: 'a.txt', content: 'YQ==', content_type: 'text/plain', content_id: 'a' };
      const safe = { ...file, content: '[redacted]' };
      expect(captured({ attachments: [file] })).to.deep.equal({ attachments: [safe] });
      expect(captured([{ attachments: [file] }])).to.deep.equal([{ attachments: [safe] }]);
    });

    it('under any other name or in any other form', () => {
      const bytes = { type: 'Buffer', data: [104, 105] };
      for (const [wrong, safe] of [
        ['YQ==', '[redacted]'],
        [['YQ=='], ['[redacted]']],
        [[[104, 105]], [['[redacted]', '[redacted]']]],
        [{ content: 'YQ==' }, { content: '[redacted]' }],
        [[{ content: bytes }], [{ content: '[redacted]' }]],
        [[{ data: 'YQ==', filename: 'a' }], [{ data: '[redacted]', filename: 'a' }]],
      ]) {
        expect(captured({ attachments: wrong })).to.deep.equal({ attachments: safe });
      }
      expect(captured({ Attachment: 'YQ==' })).to.deep.equal({ Attachment: '[redacted]' });
    });

    it('in data URLs', () => {
      const content = Buffer.alloc(300, 'png').toString('base64');
      expect(captured({ html: `<img src="data:image/png;base64,${content}">` })).to.deep.equal({
        html: '<img src="data:image/png;base64,[redacted]">',
      });
    });

    it('in a raw received message', () => {
      expect(captured({ object: 'raw_email', id: '1', content: 'YQ==' })).to.deep.equal({
        object: 'raw_email',
        id: '1',
        content: '[redacted]',
      });
    });

    it('but not the content of anything else', () => {
      expect(captured({ content: 'Hello' })).to.deep.equal({ content: 'Hello' });
    });
  });

  describe('larger bodies are cut', () => {
    it('keeps one that fits to the byte, and cuts one that is a byte larger', () => {
      const empty = JSON.stringify({ html: '' }).length;
      const fits = { html: 'x'.repeat(CAPTURE_MAX_BYTES - empty - 17) };
      expect(captured(fits)).to.deep.equal(fits);
      expect(captured({ html: 'x'.repeat(CAPTURE_MAX_BYTES) }).html).to.match(/^x{4096}… \[cut\]$/);
    });

    it('shortens long texts and keeps the fields after them', () => {
      const body = captured({ html: '<p>'.repeat(100_000), text: 'Hi', subject: 'Hello' });
      expect(body.html).to.have.length(4096 + '… [cut]'.length);
      expect(body).to.include({ text: 'Hi', subject: 'Hello' });
    });

    it('ends a long list early, with a mark', () => {
      const items = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `The name of item ${id}` }));
      const kept = captured({ data: items, has_more: true }).data;
      expect(kept.at(-1)).to.equal('[cut]');
      expect(kept.length).to.be.above(1_000);
      // The last item before the mark may have lost some of its fields.
      expect(kept.slice(0, -2)).to.deep.equal(items.slice(0, kept.length - 2));
    });

    it('ends a long object early, with a mark', () => {
      const body = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`field_${n}`, n]));
      const kept = captured(body);
      expect(kept['[cut]']).to.equal('[cut]');
      expect(Object.keys(kept).length).to.be.above(1_000);
    });

    it('counts bytes, not characters', () => {
      for (const text of ['ü', '漢', '😀', '\u0001', '"'])
        expect(captured({ a: text.repeat(20_000), b: Array(50).fill(text.repeat(1_000)) })).to.have.property(
          'a',
        );
    });

    it('cuts values that are nested deeper than the limit', () => {
      const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
      expect(captureBody(deep)).to.have.length.below(200).and.include('[cut]');
      const objects = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
      expect(captureBody(objects)).to.have.length.below(400).and.include('[cut]');
    });

    it('leaves no part of a secret at the place of a cut', () => {
      for (const shift of [1, 2, 4, 10, 20, 34]) {
        const html = `${'x'.repeat(4096 - shift)} ${KEY} ${'y'.repeat(100_000)}`;
        expect(captured({ html }).html).not.to.include('ph_');
      }
    });

    it('takes time that does not grow quadratically with a hostile text', () => {
      const times = 64_000;
      // biome-ignore format: a table.
      const hostile = [
        '?', '&', ';', '?a', '@', 'ph_', 'whsec_', ';base64,', '&signature=', 'bearer ', ' ', '/',
      ];
      const cpuMs = cpuMsOf(() => {
        for (const part of hostile) {
          const text = part.repeat(Math.floor(times / part.length));
          captureBody({ a: `https://${text}`, [`https://${text}`]: `bearer ${text}` });
          captureBody({ a: `https://a/?${text}` });
          captureBody({ a: `earer ${text}` });
        }
      });
      expect(cpuMs).to.be.below(2_000);
    });

    it('is valid JSON of limited size for any body', () => {
      const text = fc.oneof(
        fc.string(),
        fc.constantFrom('ü'.repeat(9_000), '"'.repeat(9_000), 'x'.repeat(70_000)),
      );
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof({ maxDepth: 5 }, text, fc.array(tie('tree'), { maxLength: 8 }), tie('object')),
        object: fc.dictionary(fc.string(), tie('tree'), { maxKeys: 8 }),
      }));
      fc.assert(
        fc.property(fc.array(tree, { maxLength: 8 }), (body) => {
          captured(body);
        }),
        { seed: 7, numRuns: 200 },
      );
    });
  });
});
