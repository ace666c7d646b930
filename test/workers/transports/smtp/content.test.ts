import { expect } from 'chai';
import { encodeContent } from '../../../../workers/transports/smtp/content.ts';

describe('The content of a mail on the wire', () => {
  const contents: [raw: string, encoded: string][] = [
    ['a\r\nb\r\n', 'a\r\nb\r\n'],
    ['.\r\n', '..\r\n'],
    ['a\r\n.b\r\n..c\r\n', 'a\r\n..b\r\n...c\r\n'],
    ['a.b\r\n', 'a.b\r\n'],
    ['a', 'a\r\n'],
    ['a\r\n.', 'a\r\n..\r\n'],
    ['', ''],
    ['\r\n\r\n', '\r\n\r\n'],
  ];
  it('has another dot before each dot that begins a line, and ends with a line break', () => {
    for (const [raw, encoded] of contents)
      expect(encodeContent(Buffer.from(raw)).toString(), JSON.stringify(raw)).to.equal(encoded);
  });

  it('is refused when it has a bare line break', () => {
    const bare = ['\n', 'a\nb\r\n', 'a\rb\r\n', 'a\r\n.\n', 'a\r\n\r', '\r', 'a\r\r\n', '\r\n\n', 'x\n.\r\n'];
    for (const raw of bare)
      expect(() => encodeContent(Buffer.from(raw)), JSON.stringify(raw)).to.throw(TypeError, /not CRLF/);
  });

  it('is the message itself when there is nothing to change', () => {
    const raw = Buffer.from('a\r\n');
    expect(encodeContent(raw)).to.equal(raw);
  });
});
