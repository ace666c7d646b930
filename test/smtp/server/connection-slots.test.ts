// Who has a place at an SMTP server, and who gives way when all are taken.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../support/time/eventually.ts';
import { useInbound } from '../support/use-inbound.ts';

const MESSAGE = 'a: b\r\n\r\nHello\r\n';

describe('The places of an SMTP server', () => {
  const inbound = useInbound({ connections: 4, connectionsOfNetwork: 2 });

  it('are not all for one network, and a place that is left is free', async () => {
    const first = await inbound.open();
    const second = await inbound.open({ from: '127.0.0.9' });
    const third = await inbound.open({ from: '127.0.0.10' });
    expect(third.greeting).to.match(/^421 4\.7\.0 /);
    await third.closed;
    first.vanish();
    await eventually('its place is free', () => inbound.server.connections() === 1);
    expect((await inbound.open()).greeting).to.match(/^220 /);
    expect(await inbound.metric('mail_inbound_connections')).to.equal(2);
    void second;
  });

  it('go to who comes, from the network that has most: that of its longest silent client without a recipient', async () => {
    const first = await inbound.open();
    const second = await inbound.open();
    await first.say('EHLO x');
    const others = [await inbound.open({ from: '127.0.1.1' }), await inbound.open({ from: '127.0.2.1' })];
    const third = await inbound.open({ from: '127.0.3.1' });
    expect(third.greeting).to.match(/^220 /);
    expect(await second.reply()).to.match(/^421 4\.3\.2 Too many connections are open/);
    await second.closed;
    expect(await inbound.metric('mail_inbound_connections')).to.equal(4);
    // Now its own network would have most.
    const neighbour = await inbound.open({ from: '127.0.3.2' });
    expect(await third.reply()).to.match(/^421 4\.3\.2 /);
    for (const dialogue of [first, ...others, neighbour]) {
      await dialogue.say('EHLO x');
      for (const line of ['MAIL FROM:<>', 'RCPT TO:<a@ours.test>'])
        expect(await dialogue.say(line)).to.match(/^250 /);
    }
    expect((await inbound.open({ from: '127.0.4.1' })).greeting, 'all have one').to.match(
      /^421 4\.3\.2 Too many/,
    );
    expect(await first.say('RSET')).to.match(/^250 /);
    expect((await inbound.open({ from: '127.0.4.1' })).greeting).to.match(/^220 /);
    expect(await first.reply()).to.match(/^421 4\.3\.2 /);
  });

  it('are not for whom keeps all of its own busy: its oldest goes for a client of a smaller network', async () => {
    const froms = ['127.0.0.1', '127.0.0.2', '127.0.1.1', '127.0.2.1'];
    const busy = await Promise.all(froms.map((from) => inbound.open({ from })));
    for (const dialogue of busy) {
      await dialogue.say('EHLO x');
      for (const line of ['MAIL FROM:<>', 'RCPT TO:<a@ours.test>', 'NOOP'])
        expect(await dialogue.say(line)).to.match(/^250 /);
    }
    const other = await inbound.open({ from: '127.0.3.1' });
    expect(other.greeting).to.match(/^220 /);
    const ended = await Promise.race([busy[0]?.reply(), busy[1]?.reply()]);
    expect(ended).to.match(/^421 4\.3\.2 Too many connections are open/);
  });

  it('are left by clients of every kind of end', async () => {
    const ways: ((port: number) => Promise<unknown>)[] = [
      async () => (await inbound.open()).say('QUIT'),
      async () => (await inbound.open()).vanish(),
      async () => (await inbound.openData()).vanish(),
      async (port) => connect(port, '127.0.0.1').destroy(),
      // It speaks before the greeting.
      async (port) =>
        once(
          connect(port, '127.0.0.1')
            .on('error', () => {})
            .end('EHLO x\r\n')
            .resume(),
          'close',
        ),
      async () => {
        const dialogue = await inbound.open();
        await dialogue.say('EHLO x');
        await dialogue.say('STARTTLS');
        await dialogue.write('no handshake\r\n');
        await dialogue.closed;
      },
    ];
    for (const end of ways) {
      await end(inbound.server.port);
      await eventually('the place is free', () => inbound.server.connections() === 0);
    }
  });
});

describe('The places of an SMTP server that are crowded', () => {
  const inbound = useInbound({ connections: 5, idleWhenCrowdedMs: 0 });

  it('are left by clients that are silent, with a recipient too, but not by one whose message arrives', async () => {
    const receiving = await inbound.openData();
    const recipient = await inbound.open({ from: '127.0.1.1' });
    for (const line of ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@ours.test>']) await recipient.sayAll(line);
    const others = [await inbound.open({ from: '127.0.2.1' }), await inbound.open({ from: '127.0.3.1' })];
    expect(inbound.server.connections(), 'four of five').to.equal(4);
    const last = await inbound.open({ from: '127.0.4.1' });
    for (const dialogue of [recipient, ...others]) expect(await dialogue.reply()).to.match(/^421 4\.3\.2 /);
    expect(inbound.server.connections()).to.equal(2);
    expect(await receiving.say(`${MESSAGE}.`)).to.match(/^250 /);
    expect(await last.say('EHLO x')).to.match(/^250/);
  });
});

describe('The places of an SMTP server next to forty networks that take all they can', () => {
  const inbound = useInbound({ connections: 200, connectionsOfNetwork: 10 });

  it('leave one to a good client at once', async () => {
    let isOver = false;
    const crowd = new Set<Socket>();
    const join = (network: number) => {
      if (isOver) return;
      const socket = connect({
        port: inbound.server.port,
        host: '127.0.0.1',
        localAddress: `127.1.${network}.1`,
      });
      crowd.add(socket.on('error', () => {}).resume());
      // Who was sent away comes again.
      socket.once('close', () => {
        crowd.delete(socket);
        setTimeout(() => join(network), 100).unref();
      });
    };
    for (let at = 0; at < 400; at += 1) join(at % 40);
    await eventually('all places are taken', () => inbound.server.connections() === 200);
    expect(await inbound.send(MESSAGE)).to.match(/^250 /);
    expect(inbound.server.connections()).to.be.at.most(200);
    isOver = true;
    for (const socket of crowd) socket.destroy();
  });
});
