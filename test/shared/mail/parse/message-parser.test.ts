// The threads of the parser: one that is ended takes no message with it, and who asked hears of every other failure. The
// limits are so short that they pass while a thread starts, whatever is in the message.
import { expect } from 'chai';
import type { MessageSource } from '../../../../shared/mail/parse/message-source.ts';
import { useRsaSigner } from '../../../support/factories/rsa-signer.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { rsaKey, signedMessage } from './support/signed-messages.ts';
import { keepFiles, toSource, useParser } from './support/use-parser.ts';

const KEY = rsaKey();
/** Larger than what is parsed together with others. */
const LARGE = `From: a@acme.test\r\nSubject: large\r\n\r\n${'line of a text\r\n'.repeat(20_000)}`;

describe('The parser of messages', () => {
  const { sign } = useRsaSigner();
  const endings: string[] = [];
  const logger = { warn: (_: unknown, text?: string) => void endings.push(text ?? '') } as never;
  const impatient = useParser({ togetherLimitMs: 1, logger });
  const strict = useParser({ aloneLimitMs: 1 });
  const withFile = 'Content-Type: application/pdf\r\n\r\nfile';
  /** Two pieces; the second ends as the function does. */
  const source = (end: () => Promise<void>): MessageSource => ({
    size: 9,
    async *chunks() {
      yield Buffer.from('From: a@');
      await end();
    },
  });

  it('parses messages again, each alone, when the thread was ended that had them together', async () => {
    impatient.dns.publish('s1._domainkey.acme.test', { type: 'TXT', value: KEY.record });
    const signed = await signedMessage('a@acme.test', 'acme.test', KEY, sign);
    const messages = await Promise.all([
      impatient.parse(signed),
      impatient.parse(withFile),
      impatient.parse(signed),
    ]);
    expect(endings).to.not.deep.equal([]);
    expect(messages.map(({ parseError }) => parseError)).to.deep.equal([null, null, null]);
    expect(messages.map(({ authenticated }) => authenticated)).to.deep.equal([true, false, true]);
    const [file] = messages[1].attachments;
    expect(impatient.files.get(file?.fileId ?? '')?.toString()).to.equal('file');
  });

  it('has a record of a message that takes too long alone, and harms no other', async () => {
    const [large, ...small] = await Promise.all([
      strict.parse(LARGE),
      strict.parse(withFile),
      strict.parse(withFile),
    ]);
    expect(large).to.deep.include({
      subject: null,
      fromAddress: null,
      authenticated: false,
      attachments: [],
    });
    expect(large.parseError).to.equal('Parsing took longer than 0.001 s.');
    expect(large.authentication).to.deep.equal({
      spf: 'none',
      dkim: 'temperror',
      dmarc: 'none',
      arc: 'temperror',
    });
    expect(small.map(({ parseError }) => parseError)).to.deep.equal([null, null]);
  });

  it('rejects with the failure of a source, and parses the next message', async () => {
    const failing = source(() => Promise.reject(new Error('The bytes are gone.')));
    const parsing = strict.parser.parse(failing, null, keepFiles(new Map()));
    expect((await failureOf(parsing)).message).to.equal('The bytes are gone.');
    expect((await strict.parse(withFile)).parseError).to.equal(null);
  });

  it('rejects with the reason of the signal, also while the source is silent', async () => {
    const stop = new AbortController();
    const silent = source(() => {
      stop.abort(new Error('The process stops.'));
      return new Promise(() => {});
    });
    const parsing = strict.parser.parse(silent, null, keepFiles(new Map()), stop.signal);
    expect((await failureOf(parsing)).message).to.equal('The process stops.');
  });

  it('rejects what is being parsed when it is closed, and all that comes after', async () => {
    const { parser } = impatient;
    const parsing = failureOf(parser.parse(toSource(LARGE), null, keepFiles(new Map())));
    await parser.close();
    expect((await parsing).message).to.equal('The parser is closed.');
    const late = parser.parse(toSource(LARGE), null, keepFiles(new Map()));
    expect((await failureOf(late)).message).to.equal('The parser is closed.');
  });
});
