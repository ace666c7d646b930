// Who may connect, for how long, and how the connections end when the server stops.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { startTestInbound, useInbound } from '../support/use-inbound.ts';

const MESSAGE = 'a: b\r\n\r\nHello\r\n';

describe('A proxy in front of an SMTP server', () => {
  const inbound = useInbound({
    settings: { proxies: ['127.0.1.0/24'] },
    connectionsOfNetwork: 1,
    connectionsOfSite: 2,
  });
  const header = (address: string, family = 'TCP4') => `PROXY ${family} ${address} 127.0.0.1 40000 25\r\n`;

  it('reports the address of the client, which counts as its own', async () => {
    const dialogue = await inbound.open({ from: '127.0.1.9', preamble: header('192.0.2.1') });
    await dialogue.say('EHLO client.test');
    for (const line of ['MAIL FROM:<>', 'RCPT TO:<a@ours.test>', 'DATA']) await dialogue.say(line);
    await dialogue.say(`${MESSAGE}.`);
    expect(inbound.reception.stored[0]?.client.address).to.equal('192.0.2.1');
    const neighbour = await inbound.open({ from: '127.0.1.9', preamble: header('192.0.2.2') });
    expect(neighbour.greeting).to.match(/^421 4\.7\.0 /);
    const other = await inbound.open({ from: '127.0.1.9', preamble: header('2001:db8::1', 'TCP6') });
    expect(other.greeting).to.match(/^220 /);
    await other.say('EHLO client.test');
    for (const line of ['MAIL FROM:<>', 'RCPT TO:<a@ours.test>', 'DATA']) await other.say(line);
    await other.say(`${MESSAGE}.`);
    expect(inbound.reception.stored[1]?.content.toString()).to.include(
      'from client.test ([IPv6:2001:db8::1])',
    );
    // A customer may have each /64 of one /48.
    const greetings: string[] = [];
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1::1'])
      greetings.push((await inbound.open({ from: '127.0.1.9', preamble: header(address, 'TCP6') })).greeting);
    expect(greetings.map((greeting) => greeting.slice(0, 9))).to.deep.equal([
      '220 mail.',
      '421 4.7.0',
      '220 mail.',
    ]);
    dialogue.vanish();
    other.vanish();
  });

  it('must say who the client is', async () => {
    for (const preamble of [
      'EHLO x\r\n',
      'PROXY TCP4 nonsense\r\n',
      'PROXY TCP4 a.b 1.1.1.1 1 1\r\n',
      'x'.repeat(2_000),
    ]) {
      const dialogue = await inbound.open({ from: '127.0.1.9', preamble });
      expect(dialogue.greeting).not.to.match(/^220 /);
      await dialogue.closed;
    }
    expect(inbound.server.connections()).to.equal(0);
  });

  it('is believed only where it is listed', async () => {
    // To others the header is a command, before the greeting at that.
    const dialogue = await inbound.open({ from: '127.0.0.9', preamble: header('192.0.2.1') });
    expect(dialogue.greeting).to.match(/^421 /);
    await dialogue.closed;
  });
});

describe('A slow client of an SMTP server', () => {
  it('is disconnected when it says nothing', async () => {
    const inbound = await startTestInbound({ idleMs: 300 });
    const dialogue = await inbound.open();
    expect(await dialogue.reply()).to.match(/^421 4\.4\.2 /);
    await dialogue.closed;
    await inbound.server.stop();
  });

  it('is given up when it completes no message in time, whatever it says', async () => {
    const inbound = await startTestInbound({ messageMs: 500 });
    const dialogue = await inbound.open();
    let reply = '250';
    while (reply.startsWith('250')) reply = await dialogue.say('NOOP');
    expect(reply).to.match(/^421 4\.4\.2 /);
    await dialogue.closed;
    await inbound.server.stop();
  });

  it('is given up in the middle of a message of which too little arrives, and nothing of it is kept', async () => {
    const inbound = await startTestInbound({ windowMs: 400, windowBytes: 100 });
    const dialogue = await inbound.openData();
    await dialogue.write(`${'x'.repeat(98)}\r\n`.repeat(4_000));
    let isClosed = false;
    const closed = dialogue.closed.then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      await dialogue.write('y');
      await delay(20);
    }
    await closed;
    await eventually('the upload is discarded', () => inbound.reception.uploads.size === 0);
    expect(await inbound.metric('mail_inbound_messages_total', { outcome: 'gone' })).to.equal(1);
    expect(inbound.reception.stored).to.deep.equal([]);
    await inbound.server.stop();
  });

  it('is waited for while it is our store that is slow', async () => {
    const inbound = await startTestInbound({ windowMs: 1_000, windowBytes: 1_000_000 });
    const stored = createSignal();
    inbound.reception.beforeStore = () => stored.given;
    const dialogue = await inbound.openData();
    const reply = dialogue.say(`${MESSAGE}.`);
    const later = await inbound.openData();
    expect(await later.reply(), 'a window has passed').to.match(/^421 4\.4\.2 /);
    stored.give();
    expect(await reply).to.match(/^250 /);
    dialogue.vanish();
    await inbound.server.stop();
  });
});

describe('A client of an SMTP server that leaves while its message is being stored', () => {
  it('leaves no timer that would hold its connection for an hour', async () => {
    const inbound = await startTestInbound();
    const asked = createSignal();
    const stored = createSignal();
    inbound.reception.beforeStore = () => {
      asked.give();
      return stored.given;
    };
    const dialogue = await inbound.openData();
    await dialogue.write(`${MESSAGE}.\r\n`);
    await asked.given;
    dialogue.vanish();
    await eventually('the connection is closed', () => inbound.server.connections() === 0);
    const timers = countTimers();
    stored.give();
    await inbound.server.stop();
    expect(inbound.reception.stored.length).to.equal(1);
    expect(countTimers()).to.be.at.most(timers);
  });
});

describe('An SMTP server that stops', () => {
  it('takes nothing new, and finishes the message in flight', async () => {
    const inbound = await startTestInbound();
    const idle = await inbound.open();
    await idle.say('EHLO x');
    const busy = await inbound.openData();
    await busy.write(MESSAGE);
    const stopped = inbound.server.stop();
    expect(await idle.reply()).to.match(/^421 4\.3\.2 /);
    await idle.closed;
    await expectRefused(inbound.server.port);
    expect(await busy.say('.')).to.match(/^250 /);
    await busy.closed;
    await stopped;
    expect(inbound.reception.stored.length).to.equal(1);
    await eventually('no connection is left', () => inbound.server.connections() === 0);
  });

  it('does not wait for ever for a message that does not end', async () => {
    const inbound = await startTestInbound({ stopMs: 200 });
    const dialogue = await inbound.openData();
    await dialogue.write(MESSAGE);
    await inbound.server.stop();
    expect(await dialogue.reply()).to.match(/^421 /);
    await dialogue.closed;
    await eventually('no connection is left', () => inbound.server.connections() === 0);
    expect(inbound.reception.stored).to.deep.equal([]);
  });
});

async function expectRefused(port: number): Promise<void> {
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error).to.have.property('code', 'ECONNREFUSED');
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
