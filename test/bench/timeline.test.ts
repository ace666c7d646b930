import { expect } from 'chai';
import {
  describeCommands,
  describeSession,
  describeStatements,
} from '../../bench/timeline/describe-octets.ts';

/** A frontend message of Postgres. */
function message(type: string, ...fields: string[]): string {
  const body = fields.map((field) => `${field}\0`).join('');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return `${type}${length.toString('latin1')}${body}`;
}

describe('The timeline of a mail', () => {
  it('names the prepared statements of a packet, each once, and shows the beginning of others', () => {
    const parsed = message('P', 'load-emails', 'SELECT subject FROM emails');
    const packet = [parsed, message('B', '', 'load-emails'), message('S'), message('B', '', 'mark-sending')];
    expect(describeStatements(packet.join(''))).to.equal('load-emails, mark-sending');
    expect(describeStatements(message('Q', 'SELECT 1,\n   2'))).to.equal('SELECT 1, 2');
    const long = message('P', '', `SELECT ${'column, '.repeat(10)}1`);
    expect(describeStatements(long)).to.have.length(48);
  });

  it('ends at a message of Postgres that it has the beginning of', () => {
    const packet = `${message('B', '', 'load-emails')}${message('B', '', 'x'.repeat(50)).slice(0, 20)}`;
    expect(describeStatements(packet)).to.match(/^load-emails, x+$/);
  });

  it('names the commands of Redis', () => {
    const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
    const packet = `*2\r\n${bulk('get')}${bulk('key')}*3\r\n${bulk('bzpopmin')}${bulk('a')}${bulk('5')}`;
    expect(describeCommands(packet)).to.equal('get, bzpopmin');
  });

  it('names the commands and the answers of a mail server, and shows nothing of a message', () => {
    expect(describeSession('MAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\n')).to.equal('MAIL, RCPT, DATA');
    expect(describeSession('250-PIPELINING\r\n250 OK\r\n354 Go on\r\n')).to.equal('250, 354');
    expect(describeSession('Subject: secret\r\n\r\nHello\r\n.\r\n')).to.equal('a message');
  });
});
