// Cutting a stream of octets into replies, wherever the network has cut it.
import { expect } from 'chai';
import { ReplyReader } from '../../../../workers/transports/smtp/reply-reader.ts';

describe('The reader of replies', () => {
  const STREAM = '250 2.1.0 Ok\r\n250-one\r\n250-two\r\n250 three\r\n354 go\n250\r\n550 größer\r\n';
  const REPLIES = ['250 2.1.0 Ok', '250-one\n250-two\n250 three', '354 go', '250', '550 größer'];

  it('reads several replies that came at once, of one line and of many, each for itself', () => {
    expect(new ReplyReader().push(Buffer.from(STREAM))).to.deep.equal(REPLIES);
  });

  it('reads the same wherever the stream is cut, also within a character', () => {
    const octets = Buffer.from(STREAM);
    for (let cut = 1; cut < octets.length; cut += 1) {
      const reader = new ReplyReader();
      const replies = [...reader.push(octets.subarray(0, cut)), ...reader.push(octets.subarray(cut))];
      expect(replies, `cut after ${cut}`).to.deep.equal(REPLIES);
    }
  });

  it('reads the same octet by octet', () => {
    const reader = new ReplyReader();
    const replies = [...Buffer.from(STREAM)].flatMap((octet) => reader.push(Buffer.from([octet])));
    expect(replies).to.deep.equal(REPLIES);
  });

  it('hands on a line that is no reply, so that its command hears of it', () => {
    expect(new ReplyReader().push(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).to.deep.equal([
      'HTTP/1.1 400 Bad Request',
    ]);
  });

  for (const [what, octets] of [
    ['one line', Buffer.alloc(70_000, 'a')],
    ['many lines', Buffer.from('250-again\r\n'.repeat(8_000))],
  ] as const) {
    it(`refuses a reply of ${what} that does not end`, () => {
      expect(() => new ReplyReader().push(octets)).to.throw(RangeError);
    });
  }
});
