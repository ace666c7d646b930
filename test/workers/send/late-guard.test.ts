// The guard of mail that has waited in memory, for its turn, for its file or for the server: what has changed since it was
// loaded counts, and the mail ends as mail that was refused at first.
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../shared/resources/foundation/accounts/update.ts';
import { chooseTopic } from '../../shared/resources/audience/topics/choices/decisions.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { type HttpServer, startHttpServer } from '../../support/net/http-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const VERDICT_MAX_AGE_MS = 2_000;

describe('Mail that has waited in memory', () => {
  const sending = useSending();
  let job: SendJob;
  let topicId: string;
  let host: HttpServer;
  /** Requests to the host of files, which answers when the test lets it. */
  let asked = 0;
  let answers: Promise<void>;
  let speak: () => void;
  before(async () => {
    // One heavy mail at a time.
    job = await sending.openJob({ config: { smtpMaxConnections: 2 } });
    topicId = (await createTopic(sending.pool, sending.accountId, { name: 'News' })).id;
    host = await startHttpServer((_request, response: ServerResponse) => {
      asked += 1;
      void answers.then(() => response.end('file'));
    });
  });
  after(() => host.close());
  beforeEach(() => {
    asked = 0;
    answers = new Promise((resolve) => {
      speak = resolve;
    });
  });

  /** Mail servers wait at RCPT. @returns how many do, and what lets them go on */
  function holdServer() {
    let goOn = () => {};
    let held = 0;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const onStruck = () => {
      held += 1;
    };
    sending.sink.setFault({ stage: 'rcpt', kind: 'wait', until, onStruck });
    return { held: () => held, goOn };
  }

  const accept = (changes = {}) =>
    sending.accept({ to: mailboxes('bo@customer.dev', 'cy@customer.dev'), topicId, ...changes });
  const acceptWithFile = () => {
    const file = { filename: 'a.txt', contentType: 'text/plain', contentId: null, content: null };
    return accept({ attachments: [{ ...file, disposition: 'attachment', path: `${host.url}/file` }] });
  };
  const unitsUsed = async () => {
    const { rows } = await sending.pool.query<{ units: number }>(
      'SELECT sum(used)::integer AS units FROM email_usage WHERE account_id = $1',
      [sending.accountId],
    );
    return rows[0]?.units ?? expect.fail();
  };
  /** All that clients see of the outcome, by recipient. */
  const outcomeOf = async (id: string) => {
    const { events } = await sending.find(id);
    return (await sending.recipients(id)).map(
      ({ address, state, attempts, smtp_reply, next_attempt_at }) => ({
        state,
        attempts,
        smtp_reply,
        next_attempt_at,
        events: events.filter(({ recipient }) => recipient === address).map(({ type, data }) => [type, data]),
      }),
    );
  };
  const statesOf = async (ids: readonly string[]) => {
    const states = await Promise.all(ids.map((id) => sending.states(id)));
    return states.map((each) => each.join(' '));
  };

  interface Change {
    change(): Promise<unknown>;
    /** The states of bo and of cy. */
    states: string;
    undo(): Promise<unknown>;
  }

  const CHANGES: Readonly<Record<string, Change>> = {
    'its domain is lost': {
      change: () => sending.pool.query(`UPDATE domains SET status = 'failed'`),
      states: 'failed failed',
      undo: () => sending.pool.query(`UPDATE domains SET status = 'verified'`),
    },
    'its address is suppressed': {
      change: () => createSuppression(sending.pool, sending.accountId, 'bo@customer.dev'),
      states: 'suppressed delivered',
      undo: () => sending.pool.query('TRUNCATE suppressions'),
    },
    'its account loses production access': {
      async change() {
        await confirmAddress(sending.pool, sending.accountId, 'cy@customer.dev');
        await setProductionAccess(sending.pool, sending.accountId, false);
      },
      states: 'failed delivered',
      undo: () => setProductionAccess(sending.pool, sending.accountId, true),
    },
    'its person opts out of the topic': {
      change: () => {
        const { accountId, pool, clock } = sending;
        const about = { accountId, topicId, address: 'bo@customer.dev' };
        return chooseTopic(pool, about, 'opt_out', 'person', clock.now());
      },
      states: 'suppressed delivered',
      undo: () => sending.pool.query('TRUNCATE topic_choices'),
    },
  };
  for (const [name, { change, states, undo }] of Object.entries(CHANGES)) {
    it(`ends as mail that is guarded at first when ${name} while it waits`, async () => {
      await accept();
      const before = await unitsUsed();
      const ofFile = await acceptWithFile();
      const ofTurn = await acceptWithFile();
      const ofServer = await accept();
      const early = await accept();
      const charged = (await unitsUsed()) - before;
      const server = holdServer();
      await job.run(ofFile, ofTurn, ofServer);
      await eventually('the file and the server are waited for', () => asked === 1 && server.held() === 2);
      await change();
      try {
        sending.clock.advance(VERDICT_MAX_AGE_MS);
        speak();
        server.goOn();
        await job.run(early);
        const all = [ofFile, ofTurn, ofServer, early];
        const isOver = async () => (await statesOf(all)).every((each) => !/queued|sending/.test(each));
        await eventually('all have ended', isOver);
        expect(await statesOf(all)).to.deep.equal(all.map(() => states));
        const [refused] = await outcomeOf(early);
        for (const id of [ofFile, ofTurn, ofServer]) expect((await outcomeOf(id))[0]).to.deep.equal(refused);
        const left = states.includes('delivered') ? 1 : 0;
        expect(sending.sink.messages.map(({ to }) => to.join())).to.deep.equal(
          all.flatMap(() => (left ? ['cy@customer.dev'] : [])),
        );
        expect((await unitsUsed()) - before).to.equal(left ? charged / 2 : 0);
        // No file is fetched for mail that must not leave.
        expect(asked).to.equal(1 + left);
      } finally {
        await undo();
      }
    });
  }

  it('is returned without an attempt while the database cannot say whether it may leave', async () => {
    const server = holdServer();
    const id = await accept();
    await job.run(id);
    await eventually('the server is waited for', () => server.held() === 2);
    const rename = (from: string, to: string) => sending.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('suppressions', 'suppressions_away');
    try {
      sending.clock.advance(VERDICT_MAX_AGE_MS);
      server.goOn();
      await eventually('it is returned', async () =>
        (await sending.recipients(id)).every(({ attempts, claimed_by }) => attempts === 0 && !claimed_by),
      );
    } finally {
      await rename('suppressions_away', 'suppressions');
    }
    expect(sending.sink.count()).to.equal(0);
    await sending.tick();
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    expect(sending.sink.count()).to.equal(2);
  });
});
