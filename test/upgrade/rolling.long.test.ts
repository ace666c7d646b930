// An upgrade from the release before to this one with a million stored mails, while customers continue: one process
// after the other, with each group of workers in a process of its own, in both orders, and back after each. And the
// judge finds a migration that does not fit.
import { expect } from 'chai';
import { extent } from '../support/extent.ts';
import { failureOf } from '../support/failure-of.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../support/queues/redis.ts';
import { openBook } from './support/customer.ts';
import { collectEvidence, compareAnswers } from './support/evidence.ts';
import type { Release } from './support/fleet.ts';
import { startLoad } from './support/load.ts';
import { storeManyMails } from './support/many-mails.ts';
import { verify } from './support/verify.ts';
import { prepareWorld, type World } from './support/world.ts';

const MAILS = extent('UPGRADE_MAILS', 1_000_000, 1_000_000);
const LOAD = { everyMs: 100, contacts: 200 };
/** Each kind of request comes so often while a process of each release runs. */
const BEATS = 5;
const OTHER = { previous: 'present', present: 'previous' } as const;
/** A client waits no longer for an answer while the schema changes, on a machine that does all of this. */
const ANSWERED_MS = 5_000;
/** The deadline of each test, on a busy machine. */
const DEADLINE_MS = 900_000;
/** The wait for an installation that cannot end. */
const HOPELESS_MS = 10_000;

describe('An upgrade, one process after the other', function () {
  this.timeout(DEADLINE_MS);
  let redis: TestRedis | undefined;
  const book = openBook();
  let world: World;
  before(async () => {
    redis = HAS_REDIS ? await startRedis() : undefined;
    world = await prepareWorld({ redisUrl: redis?.url, inOneProcess: false, logsWaits: true });
    const load = startLoad(world, book, LOAD);
    await load.beats(1);
    await load.end();
    expect(verify(await collectEvidence(world, book)).join('\n')).to.equal('');
    await storeManyMails(world.database, MAILS);
  });
  after(async () => {
    await world?.stop();
    await redis?.kill();
  });

  /** Exchanges all processes for those of a release, while customers continue. */
  async function exchange(to: Release, isWebFirst: boolean, begin = async () => {}): Promise<void> {
    const { fleet, types } = world;
    const load = startLoad(world, book, LOAD);
    await load.beats(BEATS);
    await begin();
    for (const type of isWebFirst ? types : types.toReversed()) {
      load.beginCampaign();
      await fleet.start(type, to);
      await load.beats(BEATS);
      await fleet.stop(type, OTHER[to]);
    }
    await load.beats(BEATS);
    await load.end();
    const evidence = await collectEvidence(world, book);
    await fleet.start('web', OTHER[to]);
    const differences = await compareAnswers(world);
    await fleet.stop('web', OTHER[to]);
    expect(verify({ ...evidence, differences }).join('\n')).to.equal('');
  }

  it('loses, doubles and refuses nothing with web first, and no statement waits while the schema changes', async () => {
    await exchange('present', true, async () => void (await world.fleet.release('present')));
    expect(book.slowestMs).to.be.below(ANSWERED_MS);
  });

  it('goes back with the workers first', () => exchange('previous', false));

  it('loses, doubles and refuses nothing with the workers first', () => exchange('present', false));

  it('goes back with web first, after which mail takes SMTP_URL alone and not another provider', async () => {
    const { fleet, relays } = world;
    const ops = 'node dist/ops/main.js';
    await exchange('previous', true, async () => {
      await fleet.run(`${ops} add-provider second --url ${relays[1].url}`, 'present');
      await fleet.run(`${ops} set-provider second --lane campaign`, 'present');
    });
    const before = relays[1].count();
    expect(before).to.be.above(0);
    const load = startLoad(world, book, LOAD);
    load.beginCampaign();
    await load.beats(BEATS);
    await load.end();
    expect(verify(await collectEvidence(world, book)).join('\n')).to.equal('');
    expect(relays[1].count()).to.equal(before);
    const refusal = await failureOf(fleet.run('env SMTP_URL=mx: node dist/workers/main.js send', 'previous'));
    expect(String(refusal)).to.include('must begin with smtp:// or smtps://');
    const newer = await failureOf(fleet.release('previous'));
    expect(String(newer)).to.include('The migration directory is corrupt');
  });

  it('is found wanting when a migration renames a column that the release before uses', async () => {
    await world.database.query('ALTER TABLE email_recipients RENAME COLUMN attempts TO renamed');
    const load = startLoad(world, book, LOAD);
    await load.beats(BEATS);
    await load.end();
    const faults = verify(await collectEvidence(world, book, HOPELESS_MS));
    expect(faults.map((fault) => fault.split(':')[0])).to.include.members(['lost', 'unfinished', 'error']);
  });
});
