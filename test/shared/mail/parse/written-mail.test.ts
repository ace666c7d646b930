// Mail as people's programs write it, against the rules.
import { expect } from 'chai';
import type { ParsedMessage } from '../../../../shared/mail/parse/parsed-message.ts';
import { findReasonToKeep, type SubmittedMessage } from '../../../../shared/mail/submitted/keeping.ts';
import { hasWord, randomMail } from './support/random-mail.ts';
import { keepFiles, toSource, useParser } from './support/use-parser.ts';
import { type Read, WRITTEN_MAIL } from './support/written-mail.ts';

describe('Mail as programs write it', () => {
  const received = useParser();
  const { parse, files } = received;
  const bytes = (message: string) => Buffer.from(message.replace(/\r?\n/g, '\r\n'), 'latin1');
  const toRead = (message: ParsedMessage, expected: Read): Read => {
    const [from] = message.from;
    const actual: Record<keyof Read, unknown> = {
      text: message.text,
      html: message.html,
      subject: message.subject,
      from: from && `${from.name} <${from.address}>`,
      files: message.attachments.map(({ filename, contentType, fileId }, place) => [
        filename,
        contentType,
        ...(expected.files?.[place]?.[2] === undefined ? [] : [files.get(fileId)?.toString('latin1')]),
      ]),
      guessed: message.charsetGuessed || message.attachments.some((each) => each.charsetGuessed),
      error: message.parseError,
    };
    return Object.fromEntries(Object.keys(expected).map((name) => [name, actual[name as keyof Read]]));
  };

  for (const [kind, rows] of Object.entries(WRITTEN_MAIL))
    for (const [what, message, { error, ...expected }] of rows)
      it(`is read right: ${kind}, ${what}`, async () => {
        const parsed = await parse(bytes(message));
        expect(toRead(parsed, expected)).to.deep.equal(expected);
        if (error === undefined) expect(parsed.parseError).to.equal(null);
        else expect(parsed.parseError).to.include(error);
        expect(JSON.stringify(parsed)).to.not.include('\ufffd');
        if (expected.guessed === undefined && !('files' in expected))
          expect(parsed.charsetGuessed).to.equal(false);
      });

  it('is kept as it came where it was submitted and had to be guessed, flows, or has parts that were not read', async () => {
    const keep = keepFiles(files);
    for (const [kind, rows] of Object.entries(WRITTEN_MAIL))
      for (const [what, message, { guessed, error }] of rows) {
        if (!guessed && !error && kind !== 'flowed text') continue;
        const submitted = await received.parser.parse(
          { ...toSource(bytes(message)), isDescribed: true },
          null,
          keep,
        );
        expect(findReasonToKeep(submitted as SubmittedMessage), `${kind}, ${what}`).to.be.a('string');
      }
  });

  it('loses no word of 5,000 random messages without saying so', async () => {
    const places = Array.from({ length: 5_000 }, (_, place) => place + 1);
    const read = async (seed: number) => {
      const { raw, words } = randomMail(seed);
      const message = await parse(Buffer.from(raw, 'latin1'));
      const contents = message.attachments.map(({ fileId }) => files.get(fileId)?.toString('latin1'));
      const found = [message.text, message.html, ...contents].join(' ');
      const lost = words.filter((word) => !hasWord(found, word));
      if (message.parseError === null) expect(lost, `seed ${seed}\n${raw}`).to.deep.equal([]);
    };
    while (places.length > 0) await Promise.all(places.splice(0, 50).map(read));
  });
});
