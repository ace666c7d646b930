// Tests of the crash flow's judge: it gets the evidence of a correct flow, and then invented faults of each kind,
// because a judge that overlooks a fault would hide lost mail. verify-sums.test.ts continues with events and sums.
import { expect } from 'chai';
import {
  email,
  entry,
  evidence,
  kindsOf,
  type Made,
  remove,
  SUMS,
  shown,
  storedAs,
} from './made-evidence.ts';
import { judge } from './verify.ts';

describe('The judge of the crash flow', () => {
  it('finds nothing when everything agrees', () => {
    expect(judge(evidence())).to.deep.equal([]);
  });

  it('finds nothing when an unanswered email is not stored', () => {
    const kinds = kindsOf((made) => {
      remove(made, 'unanswered');
      for (const counter of made.usage) counter.used -= 2;
      made.metrics = { attempted: 10, sent: 10, delivered: 10, suppressed: 8 };
    });
    expect(kinds).to.deep.equal([]);
  });

  it('finds nothing when a message arrived once more for each death of its worker', () => {
    const kinds = kindsOf((made) => {
      const [recipient] = email(made, 'plain').recipients;
      if (recipient) recipient.workerDeaths = 1;
      made.arrivals.push({ messageId: '<plain@flow>', recipient: 'plain@there.dev' });
    });
    expect(kinds).to.deep.equal([]);
  });

  it('counts each day and month separately', () => {
    const kinds = kindsOf((made) => {
      email(made, 'plain').createdAt = new Date('2026-12-01T00:00:00Z');
      for (const counter of made.usage) counter.used -= 2;
      made.usage.push({ period: 'day', startsOn: '2026-12-01', used: 2 });
      made.usage.push({ period: 'month', startsOn: '2026-12-01', used: 2 });
    });
    expect(kinds).to.deep.equal([]);
  });

  describe('finds', () => {
    const faults: [fault: string, change: (made: Made) => void, kinds: string[]][] = [
      [
        'an email that was answered 200 and is not stored',
        (made) => remove(made, 'plain'),
        ['not stored', ...SUMS],
      ],
      [
        'an id that is the id of another email',
        (made) => entry(made, 'plain').ids.add('id of soon'),
        ['not stored'],
      ],
      [
        'an email that is stored twice',
        (made) => {
          const twin = { ...email(made, 'plain'), id: 'jd', messageId: '<twin@flow>' };
          made.stored.push(twin);
          made.shown.push({ ...shown(made, 'plain'), id: 'jd', message_id: '<twin@flow>' });
          made.listed.unshift({ id: 'jd', status: 'delivered' });
        },
        ['stored twice', 'lost', ...SUMS],
      ],
      [
        'a batch that is stored in part',
        (made) => {
          entry(made, 'second').ids.clear();
          remove(made, 'second');
        },
        ['stored in part', ...SUMS],
      ],
      [
        'an email that no request asked for',
        (made) => {
          made.book = made.book.filter(({ tag }) => tag !== 'waiting');
        },
        ['not asked for', ...SUMS],
      ],
      [
        'recipients that were not asked for',
        (made) => {
          email(made, 'waiting').recipients.reverse();
        },
        ['wrong recipients'],
      ],
      [
        'a message that is lost',
        (made) => {
          made.arrivals.shift();
        },
        ['lost', 'wrong metrics'],
      ],
      [
        'a message that is lost for an email whose request was not answered',
        (made) => {
          made.arrivals = made.arrivals.filter(({ recipient }) => recipient !== 'unanswered@beside.dev');
        },
        ['lost', 'wrong metrics'],
      ],
      [
        'a message that is lost for an email whose cancel came too late',
        (made) => {
          made.arrivals = made.arrivals.filter(({ recipient }) => recipient !== 'late@there.dev');
        },
        ['lost', 'wrong metrics'],
      ],
      [
        'a message that is doubled',
        (made) => made.arrivals.push({ messageId: '<plain@flow>', recipient: 'plain@there.dev' }),
        ['doubled'],
      ],
      [
        'a message that is doubled although the worker of another recipient of its email died',
        (made) => {
          const [, other] = email(made, 'plain').recipients;
          if (other) other.workerDeaths = 1;
          made.arrivals.push({ messageId: '<plain@flow>', recipient: 'plain@there.dev' });
        },
        ['doubled'],
      ],
      [
        'a message that is tripled by one death',
        (made) => {
          const [recipient] = email(made, 'plain').recipients;
          if (recipient) recipient.workerDeaths = 1;
          const again = { messageId: '<plain@flow>', recipient: 'plain@there.dev' };
          made.arrivals.push(again, again);
        },
        ['doubled'],
      ],
      [
        'a message of a canceled email',
        (made) => made.arrivals.push({ messageId: '<canceled@flow>', recipient: 'canceled@there.dev' }),
        ['canceled and sent', 'wrong metrics'],
      ],
      [
        'a canceled email that was sent all the same',
        (made) => {
          const sent = entry(made, 'canceled');
          Object.assign(email(made, 'canceled'), storedAs(sent, 'delivered'));
        },
        ['wrong state', 'wrong events', 'wrong answer'],
      ],
      [
        'a message of an email whose time has not come',
        (made) => made.arrivals.push({ messageId: '<waiting@flow>', recipient: 'waiting@there.dev' }),
        ['stray', 'wrong metrics'],
      ],
      [
        'a message that belongs to no email',
        (made) => made.arrivals.push({ messageId: '<nobody@flow>', recipient: 'plain@there.dev' }),
        ['stray'],
      ],
      [
        'a message for a recipient who was dropped',
        (made) => made.arrivals.push({ messageId: '<plain@flow>', recipient: 'plain@example.com' }),
        ['stray', 'wrong metrics'],
      ],
      [
        "a message for another email's recipient",
        (made) => made.arrivals.push({ messageId: '<plain@flow>', recipient: 'soon@there.dev' }),
        ['stray', 'wrong metrics'],
      ],
      [
        'an email with the state of another time',
        (made) => {
          email(made, 'plain').status = 'sending';
          shown(made, 'plain').status = 'sending';
          const item = made.listed.find(({ id }) => id === 'id of plain');
          if (item) item.status = 'sending';
        },
        ['wrong state'],
      ],
      [
        'an email whose last event is another one',
        (made) => {
          email(made, 'plain').lastEvent = 'sent';
          shown(made, 'plain').last_event = 'sent';
        },
        ['wrong state'],
      ],
      [
        'a recipient with the state of another time',
        (made) => {
          const [recipient] = email(made, 'plain').recipients;
          if (recipient) recipient.state = 'delivery_delayed';
        },
        ['wrong state'],
      ],
      [
        'a recipient that is done and still waits',
        (made) => {
          const [recipient] = email(made, 'plain').recipients;
          if (recipient) recipient.isWaiting = true;
        },
        ['still waiting'],
      ],
    ];

    for (const [fault, change, kinds] of faults) {
      it(fault, () => {
        expect(kindsOf(change)).to.deep.equal(kinds);
      });
    }
  });
});
