// What is kept of a message that is sent as it arrived, however its octets arrive.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { parseMailbox } from '../../../../../shared/mail/addresses.ts';
import { keepMessage } from '../../../../../shared/resources/messaging/submitting/keep-message.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const FROM = parseMailbox('Ana <ana@acme.dev>');

async function keep(
  message: string,
  { size = message.length, useless = [] as string[] } = {},
): Promise<string> {
  if (!FROM) throw new Error('It is an address.');
  const octets = Buffer.from(message, 'latin1');
  const chunks = Array.from({ length: Math.ceil(octets.length / size) }, (_, n) =>
    octets.subarray(n * size, (n + 1) * size),
  );
  const written: Buffer[] = [];
  await keepMessage(
    Readable.from(chunks),
    { from: FROM, useless },
    {
      id: 'id',
      write(bytes) {
        written.push(Buffer.from(bytes));
        return Promise.resolve();
      },
      end: () => Promise.resolve({ id: 'id', size: 0 }),
    },
  );
  return Buffer.concat(written).toString('latin1');
}

describe('A message that is kept', () => {
  const OURS = 'From: Ana <ana@acme.dev>\r\n';

  it('has the From that was checked, and none that the client has written', async () => {
    const odd =
      'From: ceo@victim.com <ana@acme.dev>\r\nX-A: 1\r\nfrom : ceo@victim.com\r\n\tfolded\r\n\r\nbody';
    expect(await keep(odd)).to.equal(`${OURS}X-A: 1\r\n\r\nbody`);
  });

  it('loses the fields that no recipient may see or only the service writes, folded or in pieces of any size', async () => {
    const hidden = [
      'Bcc: a@b.dev,\r\n c@d.dev',
      'BCC : e@f.dev',
      'Resent-Bcc: g@h.dev',
      'Resent-From: i@j.dev',
      'Sender: k@l.dev',
      'Return-Path: <m@n.dev>',
      'CFBL-Address: o@p.dev',
      'Delivered-To: q@r.dev',
      'Authentication-Results: x; dkim=pass',
      'X-Posthorn-Tag: a=b',
      'x-posthorn-ref: b-1',
      'Resend-Idempotency-Key: k',
    ];
    const kept = 'Subject: s\r\nReceived: by a\r\n\twith b\r\nX-Posthorn-Hops: 3\r\nBcc-Like: shown\r\n';
    const body = '\r\nBcc: in the body\r\n\xe9\r\n.\r\n';
    const message = `${hidden.join('\r\n')}\r\n${kept}${body}`;
    for (let size = 1; size < 40; size += 1)
      expect(await keep(message, { size })).to.equal(OURS + kept + body);
    expect(
      await keep(`Bcc: a@b.dev\r\nDate: never\r\nMessage-ID: none`, { useless: ['date', 'message-id'] }),
    ).to.equal(OURS);
    expect(await keep(`Subject: s\r\nBcc: a@b.dev\r\n\tc@d.dev`)).to.equal(`${OURS}Subject: s\r\n`);
  });

  it('loses the envelope of an mbox', async () => {
    expect(await keep('From ana@acme.dev Mon Jan  1 00:00:00 2026\r\nX-A: 1\r\n\r\nb')).to.equal(
      `${OURS}X-A: 1\r\n\r\nb`,
    );
  });

  it('is refused with a header that not every program reads alike', async () => {
    const long = Array.from({ length: 21_000 }, () => 'A:\r\n').join('');
    expect(
      await keep(`${long}From: ceo@victim.com\r\n\r\nb`),
      'a long header has no second From',
    ).not.to.include('victim');
    for (const [header, words] of [
      [' Bcc: secret@b.dev', 'Line 1 of the message, which is in its header, has no header field'],
      ['X-A: 1\r\ngarbage', 'Line 2 of the message, which is in its header, has no header field'],
      ['X-A: 1\r\nFrom ana@acme.dev', 'has no header field'],
      ['X\0: 1', 'has a control character'],
      ['X-A: 1\r\n b\0', 'has a control character'],
      [`X-A: ${'a'.repeat(999)}`, 'Line 1 of the message has more than 998 octets'],
      ['X-A: 1\r\n'.repeat(140_000), 'The header is longer than 1 MiB.'],
    ])
      expect(String(await failureOf(keep(`${header}\r\n\r\nbody`)))).to.include(words);
  });
});
