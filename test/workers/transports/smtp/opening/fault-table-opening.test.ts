// Faults of a server until its connection is open, one row each: the result of the mail that meets the fault. The mail
// after it is accepted at once over another connection (meet-fault.ts).
import { expect } from 'chai';
import { freePort } from '../../../../../dev/processes/ports.ts';
import type { SmtpStage } from '../../../../../shared/mail/smtp-reply.ts';
import type { Fault, FaultStage } from '../../../../support/smtp-sink/faults.ts';
import { describeDelivery, type FaultRow, meetWhileOpening, refusingAt } from '../support/meet-fault.ts';
import { goOn, makeMail, useRelay } from '../support/use-relay.ts';

const SHORT_MS = 300;
const BRIEF = Object.fromEntries(
  ['connect', 'greeting', 'ehlo', 'tls', 'auth'].map((stage) => [`${stage}Ms`, SHORT_MS]),
);
const LONG_LINE = 'a'.repeat(100_000);
const UNASKED = /^The server sent an unsolicited reply\.$/;
const ENDLESS = /^The reply of the server is too long\.$/;
const CLOSED = /clos|ECONNRESET|disconnected|socket hang up/i;
const NO_ANSWER = /which does not match the command/;

/** Where a fault occurs, and at which stage it is reported. */
const STAGES: [struck: FaultStage, shown: SmtpStage][] = [
  ['connect', 'greeting'],
  ['greeting', 'greeting'],
  ['ehlo', 'ehlo'],
  ['starttls', 'tls'],
  ['tls', 'tls'],
  ['auth', 'auth'],
];

/** A row about a mail that no server has received. */
function unreachable(title: string, fault: Fault, shown: SmtpStage, more: Partial<FaultRow> = {}): FaultRow {
  return { title, faults: [fault], mail: `unreachable at ${shown}`, arrives: 0, ...more };
}

function answers(title: string, stage: FaultStage, reply: string, shown: SmtpStage, says: RegExp): FaultRow {
  return unreachable(title, { stage, kind: 'answer', reply }, shown, { says });
}

const atEachStage = STAGES.flatMap(([stage, shown]): FaultRow[] => [
  unreachable(`closes the connection at ${stage}`, { stage, kind: 'drop', how: 'fin' }, shown, {
    says: CLOSED,
  }),
  unreachable(`resets the connection at ${stage}`, { stage, kind: 'drop', how: 'rst' }, shown, {
    says: CLOSED,
  }),
  unreachable(`says nothing at ${stage}`, { stage, kind: 'silence' }, shown, {
    says: /took longer than 300 ms/,
    timeouts: BRIEF,
  }),
  unreachable(`says garbage at ${stage}`, { stage, kind: 'garbage' }, shown),
  {
    title: `answers late at ${stage}`,
    faults: [{ stage, kind: 'delay', ms: 30 }],
    mail: 'accepted 250',
    arrives: 1,
  },
  {
    title: `sends its reply octet by octet at ${stage}`,
    faults: [{ stage, kind: 'trickle', ms: 1 }],
    mail: 'accepted 250',
    arrives: 1,
  },
]);

const refusing = (['greeting', 'ehlo', 'auth'] as const).flatMap(refusingAt);

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const others: FaultRow[] = [
  // Unsolicited replies. The password is not sent to a server after one (desynchronisation).
  answers('greets twice in one packet', 'greeting', '220 one\r\n220 two', 'greeting', UNASKED),
  answers('greets a second time before it answers EHLO', 'ehlo', '220 two', 'ehlo', NO_ANSWER),
  answers('answers EHLO twice in one packet', 'ehlo', '250-sink\r\n250 AUTH PLAIN\r\n250 sink', 'ehlo', UNASKED),
  answers('begins a second reply after that to EHLO', 'ehlo', '250 AUTH PLAIN\r\n250-si', 'ehlo', UNASKED),
  answers('answers EHLO a second time instead of STARTTLS', 'starttls', '250 sink', 'tls', NO_ANSWER),
  answers('answers EHLO a second time instead of the login', 'auth', '250 sink', 'auth', NO_ANSWER),
  answers('answers STARTTLS twice in one packet', 'starttls', '220 go\r\n220 go', 'tls', UNASKED),
  answers('answers the login twice in one packet', 'auth', '235 welcome\r\n235 welcome', 'auth', UNASKED),
  { title: 'says 421 after its greeting', faults: [{ stage: 'greeting', kind: 'answer', reply: '220 hello\r\n421 4.3.2 bye' }], mail: 'refused 421 4.3.2 at greeting', says: /^bye$/, arrives: 0 },
  { title: 'says 421 after the reply to the login', faults: [{ stage: 'auth', kind: 'answer', reply: '235 welcome\r\n421 4.3.2 bye' }], mail: 'refused 421 4.3.2 at auth', says: /^bye$/, arrives: 0 },
  answers('has an injected reply to EHLO before TLS begins', 'starttls', '220 go\r\n250-sink\r\n250 AUTH PLAIN', 'tls', UNASKED),
  unreachable('has an injected beginning of a reply before TLS begins', { stage: 'starttls', kind: 'octets', octets: Buffer.from('220 go\r\n250-') }, 'tls', { says: UNASKED }),

  // Endless replies.
  answers('greets with a line of 100 KB', 'greeting', `220 ${LONG_LINE}`, 'greeting', ENDLESS),
  answers('answers EHLO with a line of 100 KB', 'ehlo', `250-sink\r\n250-${LONG_LINE}\r\n250 AUTH PLAIN`, 'ehlo', ENDLESS),
  unreachable('greets with a line that does not end', { stage: 'greeting', kind: 'endless', beginning: '220 ', piece: LONG_LINE }, 'greeting', { says: ENDLESS }),
  unreachable('sends endless empty lines', { stage: 'greeting', kind: 'endless', beginning: '', piece: '\r\n'.repeat(50_000) }, 'greeting', { says: ENDLESS }),
  unreachable('answers EHLO with endless lines', { stage: 'ehlo', kind: 'endless', beginning: '250-sink\r\n', piece: '250-X\r\n'.repeat(1_000) }, 'ehlo', { says: ENDLESS }),
  unreachable('answers EHLO again and again', { stage: 'ehlo', kind: 'endless', beginning: '250 sink\r\n', piece: '250 sink\r\n'.repeat(1_000) }, 'ehlo', { says: UNASKED }),
  unreachable('answers the login with endless lines', { stage: 'auth', kind: 'endless', beginning: '235-', piece: 'welcome\r\n235-'.repeat(1_000) }, 'auth', { says: ENDLESS }),

  // Text that is not a reply, or does not match the command.
  answers('greets with 354', 'greeting', '354 go ahead', 'greeting', NO_ANSWER),
  answers('greets with a code of no class', 'greeting', '199 hello', 'greeting', /199 hello/),
  answers('answers EHLO with a code of no class', 'ehlo', '650 hello', 'ehlo', /650 hello/),
  answers('answers the login with a code of no class', 'auth', '135 hello', 'auth', /135 hello/),
  unreachable('ends its lines with CR alone', { stage: 'greeting', kind: 'octets', octets: Buffer.from('220 sink\r') }, 'greeting', { timeouts: BRIEF, says: /took longer/ }),
  { title: 'has a NUL and 8-bit octets in its greeting', faults: [{ stage: 'greeting', kind: 'octets', octets: Buffer.from('220 \0\xff sink\r\n', 'latin1') }], mail: 'accepted 250', arrives: 1 },
  { title: 'has a NUL in its reply to the login', faults: [{ stage: 'auth', kind: 'octets', octets: Buffer.from('535 5.7.8 no\0way\r\n') }], mail: 'refused 535 5.7.8 at auth', says: /^noway$/, arrives: 0 },
  { title: 'sends an empty line after its greeting', faults: [{ stage: 'greeting', kind: 'octets', octets: Buffer.from('220 sink\r\n\r\n') }], mail: 'accepted 250', arrives: 1 },

  // A server without TLS is not used, unless SMTP_URL allows it.
  answers('refuses STARTTLS', 'starttls', '454 4.7.0 no TLS now', 'tls', /454/),
  { title: 'refuses STARTTLS where none is needed', faults: [{ stage: 'starttls', kind: 'answer', reply: '454 4.7.0 no TLS now' }], mail: 'accepted 250', arrives: 1, tls: 'opportunistic' },
];

describe('Until its connection is open, a server that', () => {
  const bench = useRelay();

  for (const row of [...atEachStage, ...refusing, ...others]) {
    it(`${row.title}: ${row.mail}`, () => meetWhileOpening(bench, row));
  }

  it('does not know EHLO gets HELO', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'ehlo', kind: 'answer', reply: '502 what?', times: 1 }],
    });
    const relay = bench.relay(sink.url);
    expect(describeDelivery(await relay.send(makeMail(), goOn))).to.equal('accepted 250');
    expect(sink.commands.slice(0, 2)).to.deep.equal(['EHLO client.test', 'HELO client.test']);
  });

  it('sends an unsolicited reply never gets the password', async () => {
    const sink = await bench.sink({
      auth: { user: 'u', pass: 'p' },
      faults: [{ stage: 'greeting', kind: 'answer', reply: '220 one\r\n220 two' }],
    });
    const delivery = await bench.relay(`${sink.url}?tls=off`).send(makeMail(), goOn);
    expect(describeDelivery(delivery)).to.equal('unreachable at greeting');
    expect(sink.commands).to.deep.equal([]);
  });

  it('does not listen is unreachable', async () => {
    const delivery = await bench.relay(`smtp://127.0.0.1:${await freePort()}`).send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'connect' });
    expect(delivery).to.have.property('reason').that.includes('ECONNREFUSED');
  });

  it('has a name that cannot exist is unreachable', async () => {
    // A label of more than 63 octets is refused before a DNS query.
    const delivery = await bench.relay(`smtp://${'x'.repeat(64)}.test`).send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'connect' });
  });
});
