// Faults of a server from MAIL on, one row each: the result of the mail that meets the fault, and whether the server
// has the mail. Mails that wait in the meantime or come later are accepted at once and arrive once (meet-fault.ts).
import { expect } from 'chai';
import type { Fault, FaultStage } from '../../../support/smtp-sink/faults.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { type FaultRow, meetInTransaction, meetOnReuse, refusingAt } from './support/meet-fault.ts';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

const SHORT_MS = 300;
const BRIEF = Object.fromEntries(
  ['mail', 'rcpt', 'data', 'block', 'content'].map((stage) => [`${stage}Ms`, SHORT_MS]),
);
const LONG_LINE = 'a'.repeat(100_000);
/** More than fits into the buffers of the network. */
const LONG_MAIL = 20_000_000;
const TAKEN = '250 2.0.0 taken';
const NO = '554 5.7.1 never';
const LOST = 'unreachable at content, uncertain';
const CLOSED = /clos|ECONNRESET/i;
const NO_REPLY = /not an SMTP reply/;
const LATE = /took longer than (300|600|900) ms/;

type Behavior = Omit<Fault & { kind: 'answer' }, 'stage'> | Omit<Fault & { kind: 'octets' }, 'stage'>;
const says = (reply: string): Behavior => ({ kind: 'answer', reply });
const octets = (text: string): Behavior => ({ kind: 'octets', octets: Buffer.from(text, 'latin1') });
/** A reply that begins with a line and never ends. */
const endless = (line: string, more = line) =>
  ({ kind: 'endless', beginning: line, piece: more.repeat(10_000 / more.length) }) as const;

const atEachStage = (['mail', 'rcpt', 'data', 'after-data'] as const).flatMap((stage): FaultRow[] => {
  const isOut = stage === 'after-data';
  const lost = { mail: isOut ? LOST : `unreachable at ${stage}`, arrives: isOut ? 1 : 0 } as const;
  const taken = { mail: 'accepted 250', arrives: 1 } as const;
  const silent: Fault = { stage, kind: 'silence' };
  return [
    {
      title: `closes the connection at ${stage}`,
      faults: [{ stage, kind: 'drop', how: 'fin' }],
      ...lost,
      says: CLOSED,
    },
    {
      title: `resets the connection at ${stage}`,
      faults: [{ stage, kind: 'drop', how: 'rst' }],
      ...lost,
      says: CLOSED,
    },
    { title: `says nothing at ${stage}`, faults: [silent], ...lost, says: LATE, timeouts: BRIEF },
    { title: `says garbage at ${stage}`, faults: [{ stage, kind: 'garbage' }], ...lost, says: NO_REPLY },
    { title: `answers late at ${stage}`, faults: [{ stage, kind: 'delay', ms: 200 }], ...taken },
    {
      title: `sends its reply octet by octet at ${stage}`,
      faults: [{ stage, kind: 'trickle', ms: 1 }],
      ...taken,
    },
  ];
});

const refusing = (['mail', 'rcpt', 'data', 'after-data'] as const).flatMap(refusingAt);

/** A row with one fault. */
function row(
  stage: FaultStage,
  behavior: object,
  title: string,
  mail: string,
  arrives: 0 | 1,
  more = {},
): FaultRow {
  return { title, faults: [{ stage, ...behavior } as Fault], mail, arrives, ...more };
}

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const inTransaction: FaultRow[] = [
  // The content.
  row('in-data', { kind: 'drop', how: 'fin', afterBytes: 100_000 }, 'closes the connection in the middle of the content', 'unreachable at content', 0, { size: LONG_MAIL }),
  row('in-data', { kind: 'drop', how: 'rst', afterBytes: 100_000 }, 'resets the connection in the middle of the content', 'unreachable at content', 0, { size: LONG_MAIL }),
  row('in-data', { kind: 'stall', afterBytes: 100_000 }, 'stops reading in the middle of the content', 'unreachable at content', 0, { size: LONG_MAIL, timeouts: { blockMs: SHORT_MS }, says: LATE }),
  row('in-data', { ...says('552 5.3.4 too much'), afterBytes: 100_000 }, 'refuses in the middle of the content', 'refused 552 5.3.4 at content', 0, { size: LONG_MAIL, says: /^too much$/ }),
  row('in-data', { ...says('452 4.3.1 full'), afterBytes: 100_000 }, 'refuses temporarily in the middle of the content', 'refused 452 4.3.1 at content', 0, { size: LONG_MAIL }),
  row('in-data', { ...says('421 4.3.2 bye'), afterBytes: 100_000 }, 'says 421 in the middle of the content', 'refused 421 4.3.2 at content', 0, { size: LONG_MAIL }),
  row('in-data', { ...octets('250 2.0.0 fine\r\n'), afterBytes: 100_000 }, 'accepts in the middle of the content', 'unreachable at content', 0, { size: LONG_MAIL }),
  row('data', says('354 go\r\n552 5.3.4 no'), 'refuses in the packet of its 354', 'refused 552 5.3.4 at data', 0),
  row('data', says('354 go\r\n250 2.0.0 fine'), 'accepts in the packet of its 354', 'unreachable at data', 0),
  row('data', octets('354 go\r\n25'), 'begins to accept in the packet of its 354', 'unreachable at data', 0, { says: /unsolicited reply/ }),
  row('data', says('354 go\r\n421 4.3.2 bye'), 'says 421 in the packet of its 354', 'refused 421 4.3.2 at data', 0),
  row('after-data', { kind: 'delay', ms: 3 * SHORT_MS }, 'exceeds the time limit of the final reply', LOST, 1, { timeouts: { contentMs: SHORT_MS }, says: LATE }),

  // Unsolicited and duplicate replies.
  row('mail', says('250 ok\r\n250 ok'), 'answers MAIL twice, pipelined', 'unreachable at data', 0, { pipelining: true }),
  row('mail', says('250 ok\r\n250 ok'), 'answers MAIL twice, one by one', 'unreachable at rcpt', 0, { pipelining: false }),
  row('rcpt', says('250 ok\r\n250 ok'), 'answers RCPT twice', 'unreachable at data', 0),
  row('rcpt', says('550 5.1.1 no\r\n550 5.1.1 no'), 'refuses RCPT twice', 'refused 550 5.1.1 at rcpt', 0),
  row('data', says('354 go\r\n354 go'), 'answers DATA twice', 'unreachable at data', 0),
  row('after-data', says('354 go\r\n250 2.0.0 taken'), 'answers DATA a second time after the content', 'accepted 250', 1),
  row('after-data', says(`${TAKEN}\r\n${TAKEN}`), 'sends the final reply twice in one packet', 'accepted 250', 1),
  row('after-data', says(`${TAKEN}\r\n${NO}`), 'refuses in the packet of its final 250', 'accepted 250', 1),
  row('after-data', says(`${NO}\r\n${NO}`), 'refuses the content twice in one packet', 'refused 554 5.7.1 at content', 0),
  row('after-data', says(`${TAKEN}\r\n421 4.3.2 bye`), 'says 421 in the packet of its final 250', 'accepted 250', 1),
  row('after-data', says(`${TAKEN}\r\nhello`), 'sends garbage in the packet of its final 250', 'accepted 250', 1),
  row('after-data', octets(`${TAKEN}\r\n25`), 'begins another reply in the packet of its final 250', 'accepted 250', 1),
  row('after-reply', says(TAKEN), 'sends the final reply a second time', 'accepted 250', 1),
  row('after-reply', says(NO), 'refuses after its final 250', 'accepted 250', 1, { pipelining: true }),
  row('after-reply', says('421 4.3.2 bye'), 'says 421 after its final 250', 'accepted 250', 1),
  row('after-reply', { kind: 'garbage' }, 'sends garbage after its final 250', 'accepted 250', 1),
  row('after-reply', { kind: 'drop', how: 'fin' }, 'closes the connection after its final 250', 'accepted 250', 1),
  row('after-reply', { kind: 'drop', how: 'rst' }, 'resets the connection after its final 250', 'accepted 250', 1),
  row('after-reply', { kind: 'silence' }, 'says nothing after its final 250', 'accepted 250', 1, { timeouts: BRIEF }),
  { title: 'refuses the content a second time', faults: [{ stage: 'after-data', kind: 'answer', reply: NO }, { stage: 'after-reply', kind: 'answer', reply: NO }], mail: 'refused 554 5.7.1 at content', arrives: 0 },
  { title: 'answers RSET twice', faults: [{ stage: 'rcpt', kind: 'answer', reply: NO }, { stage: 'rset', kind: 'answer', reply: '250 ok\r\n250 ok' }], mail: 'refused 554 5.7.1 at rcpt', arrives: 0 },
  { title: 'refuses RSET and then accepts it', faults: [{ stage: 'rcpt', kind: 'answer', reply: NO }, { stage: 'rset', kind: 'answer', reply: `${NO}\r\n250 ok` }], mail: 'refused 554 5.7.1 at rcpt', arrives: 0 },
  { title: 'asks for the content of a mail that it has refused', faults: [{ stage: 'rcpt', kind: 'answer', reply: NO }, { stage: 'data', kind: 'answer', reply: '354 go' }], mail: 'refused 554 5.7.1 at rcpt', arrives: 0, pipelining: true },

  // A reply counts as soon as its code is complete, whatever follows.
  row('after-data', endless('250-2.0.0 ok\r\n'), 'accepts with an endless reply of many lines', 'accepted 250', 1, { says: /^ok ok/ }),
  row('after-data', endless('250 ', 'a'), 'accepts with an endless reply of one line', 'accepted 250', 1, { says: /^a+$/ }),
  row('after-data', endless('554-no\r\n'), 'refuses with an endless reply', 'refused 554 at content', 0),
  row('after-data', endless('', 'a'), 'sends an endless text', LOST, 0, { says: /is too long/ }),
  row('after-data', says(`250 ${LONG_LINE}`), 'accepts in a line of 100 KB', 'accepted 250', 1),
  row('after-data', octets('250 2.0.0 taken\r'), 'ends its lines with CR alone', 'accepted 250', 1, { timeouts: { contentMs: SHORT_MS }, says: /^taken$/ }),
  row('after-data', octets('250 2.0.0 \0t\xffken\r\n'), 'has a NUL and 8-bit octets in its final 250', 'accepted 250', 1, { says: /^t\ufffdken$/ }),
  { title: 'closes the connection in the middle of its final 250', faults: [{ stage: 'after-data', ...octets('250 2.0.0 ta') } as Fault, { stage: 'after-reply', kind: 'drop', how: 'fin' }], mail: 'accepted 250', arrives: 1 },
  { title: 'resets the connection in the middle of its final 554', faults: [{ stage: 'after-data', ...octets('554 5.7.1 nev') } as Fault, { stage: 'after-reply', kind: 'drop', how: 'rst' }], mail: 'refused 554 5.7.1 at content', arrives: 0 },
  { title: 'closes the connection before its final code is complete', faults: [{ stage: 'after-data', ...octets('25') } as Fault, { stage: 'after-reply', kind: 'drop', how: 'fin' }], mail: LOST, arrives: 1 },
  row('mail', endless('250-ok\r\n'), 'answers MAIL with an endless reply', 'unreachable at rcpt', 0, { says: /is too long/ }),
  row('rcpt', endless('550-5.1.1 no\r\n'), 'refuses RCPT with an endless reply', 'refused 550 5.1.1 at rcpt', 0),
  row('rcpt', says(`250 ${LONG_LINE}`), 'answers RCPT in a line of 100 KB', 'unreachable at data', 0, { says: /is too long/ }),
  row('rcpt', says(`550 ${LONG_LINE}`), 'refuses RCPT in a line of 100 KB', 'refused 550 at rcpt', 0),
  row('data', endless('354-go\r\n'), 'answers DATA with an endless reply', 'unreachable at data', 0, { says: /is too long/ }),

  // Codes that do not match the command.
  row('mail', says('354 go ahead'), 'answers MAIL with 354', 'unreachable at mail', 0),
  row('rcpt', says('354 go ahead'), 'answers RCPT with 354', 'unreachable at rcpt', 0),
  row('data', says('250 2.0.0 fine'), 'answers DATA with 250', 'unreachable at data', 0),
  row('after-data', says('354 go ahead'), 'answers the content with 354 alone', LOST, 1, { timeouts: { contentMs: SHORT_MS }, says: LATE }),
  row('after-data', says('354 go ahead\r\n354 go ahead'), 'answers the content with 354 only', LOST, 1),
  row('after-data', says('334 go ahead'), 'answers the content with 334', LOST, 1),
  row('mail', says('150 hm'), 'answers MAIL with 1xx', 'unreachable at mail', 0, { says: NO_REPLY }),
  row('rcpt', says('650 hm'), 'answers RCPT with 6xx', 'unreachable at rcpt', 0, { says: NO_REPLY }),
  row('after-data', says('650 hm'), 'answers the content with 6xx', LOST, 0, { says: NO_REPLY }),
];

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const onReuse: FaultRow[] = [
  row('mail', { kind: 'drop', how: 'fin' }, 'closes the connection', 'accepted 250', 1),
  row('mail', says('421 4.3.2 bye'), 'says 421', 'accepted 250', 1),
  row('mail', says(`${TAKEN}\r\n250 ok`), 'repeats its last 250', 'accepted 250', 1),
  row('mail', says(`${NO}\r\n250 ok`), 'refuses before it answers MAIL', 'accepted 250', 1),
  row('mail', says('hello\r\n250 ok'), 'sends garbage before it answers MAIL', 'accepted 250', 1),
  row('rcpt', says('250 ok\r\n550 5.1.1 no'), 'accepts before it refuses RCPT', 'accepted 250', 1),
  row('mail', says('354 go\r\n250 ok'), 'repeats its last 354', 'accepted 250', 1),
  row('rcpt', says('550 5.1.1 no'), 'refuses', 'refused 550 5.1.1 at rcpt', 0),
  row('rcpt', { kind: 'drop', how: 'fin' }, 'closes the connection at RCPT', 'unreachable at rcpt', 0),
];

describe('A server that', () => {
  const bench = useRelay();
  const each = (rows: readonly FaultRow[], meet: typeof meetInTransaction) => {
    for (const row of rows)
      for (const pipelining of row.pipelining === undefined ? [true, false] : [row.pipelining])
        it(`${row.title}${pipelining ? '' : ', without pipelining'}: ${row.mail}`, () =>
          meet(bench, { ...row, pipelining }));
  };

  each([...atEachStage, ...refusing, ...inTransaction], meetInTransaction);

  describe('has accepted a mail, and when the connection is used again', () => each(onReuse, meetOnReuse));

  for (const reply of [TAKEN, NO, '421 4.4.2 idle too long', '25', 'hello']) {
    it(`sends an unsolicited ${reply.slice(0, 3)} is disconnected, and the next mail has another connection`, async () => {
      const fault = {
        stage: 'after-reply',
        times: 1,
        ...octets(reply === '25' ? reply : `${reply}\r\n`),
      } as const;
      const sink = await bench.sink({ faults: [fault as Fault] });
      const relay = bench.relay(sink.url);
      await relay.send(makeMail(), goOn);
      await eventually('the connection is left', () => sink.connections().open === 0);
      for (let mail = 0; mail < 2; mail += 1)
        expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
      expect(sink.connections().total).to.equal(2);
    });
  }
});
