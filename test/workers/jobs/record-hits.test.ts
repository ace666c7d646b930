// The job that judges the hits of pixels and links: what it records of people and of machines, once, and what it gives to
// the automations.
import { expect } from 'chai';
import { findClaimedHits } from '../../../shared/resources/messaging/tracking/classification/claimed-hits.ts';
import { classifyClaimedHits } from '../../../shared/resources/messaging/tracking/classification/record.ts';
import { hitWork } from '../../../shared/resources/messaging/tracking/hits/work.ts';
import { createWebhook } from '../../support/factories/factories.ts';
import { APPLE_PROXY, BROWSER } from '../../support/factories/tracking-factories.ts';
import { BLOG, HOUR_MS, SECOND_MS, SHOP, useHits } from './support/use-hits.ts';

describe('The job that judges hits', () => {
  const { run, createSent, hit, eventsOf, countsOf, stateOf, hitsLeft, job: test } = useHits();
  const { clock, query } = test;

  it('Counts a recipient once as opened and once as clicked, however often and from wherever.', async () => {
    const email = await createSent();
    const now = clock.now();
    await run([
      await hit(email),
      await hit(email, { link: SHOP }, 5 * SECOND_MS),
      await hit(email, {}, HOUR_MS),
    ]);
    const client = { ipAddress: '192.0.2.1', userAgent: BROWSER };
    const at = (afterMs: number) => new Date(now.getTime() + afterMs);
    const open = (time: Date) => ({ open: { ...client, timestamp: time.toISOString(), machine: null } });
    expect(await eventsOf(email)).to.deep.equal([
      { type: 'opened', recipient: 'bo@customer.dev', data: open(now), created_at: now },
      {
        type: 'clicked',
        recipient: 'bo@customer.dev',
        created_at: at(5 * SECOND_MS),
        data: {
          click: { ...client, link: SHOP, timestamp: at(5 * SECOND_MS).toISOString(), machine: null },
        },
      },
      { type: 'opened', recipient: 'bo@customer.dev', data: open(at(HOUR_MS)), created_at: at(HOUR_MS) },
    ]);
    expect(await stateOf(email)).to.deep.equal({
      last_event: 'opened',
      opened_at: now,
      clicked_at: at(5 * SECOND_MS),
    });
    expect(await countsOf()).to.deep.equal({ opened: 2, unique_opened: 1, clicked: 1, unique_clicked: 1 });
    expect(await hitsLeft(email)).to.deep.equal([]);
  });

  it('Takes a click of a person for an open too, where opens of the email are measured.', async () => {
    const both = await createSent();
    const clicksOnly = await createSent({ tracking: 2 });
    await run([await hit(both, { link: SHOP }), await hit(clicksOnly, { link: SHOP })]);
    expect((await eventsOf(both)).map(({ type }) => type)).to.deep.equal(['opened', 'clicked']);
    expect((await eventsOf(clicksOnly)).map(({ type }) => type)).to.deep.equal(['clicked']);
    expect(await stateOf(both)).to.deep.include({ last_event: 'clicked', opened_at: clock.now() });
    expect(await stateOf(clicksOnly)).to.deep.include({ last_event: 'clicked', opened_at: null });
    expect(await countsOf()).to.deep.equal({ opened: 1, unique_opened: 1, clicked: 2, unique_clicked: 2 });
  });

  it('Counts a vote as a click of a person, whatever its client looks like, and takes no other hit for another because of it.', async () => {
    const email = await createSent();
    const client = { ipAddress: '198.51.100.7', userAgent: 'curl/8' };
    const voted = await hit(email, { ...client, link: `${SHOP}/poll`, isVote: true });
    // Another link at the same time.
    await run([voted, await hit(email, { link: SHOP })]);
    expect(await countsOf()).to.deep.equal({ opened: 1, unique_opened: 1, clicked: 2, unique_clicked: 1 });
  });

  it('Shows and announces what a machine does, and moves neither `last_event` nor the counts of people by it.', async () => {
    const webhook = await createWebhook(test.pool, test.accountId, { events: ['email.*'] });
    const email = await createSent();
    await run([await hit(email, { userAgent: APPLE_PROXY })]);
    const [event, ...others] = await eventsOf(email);
    expect(others).to.deep.equal([]);
    expect(event.data.open).to.include({ machine: 'privacy_proxy', userAgent: APPLE_PROXY });
    expect(await stateOf(email)).to.deep.equal({
      last_event: 'delivered',
      opened_at: null,
      clicked_at: null,
    });
    expect(await countsOf()).to.deep.equal({ machine_opened: 1 });
    const messages = await query('SELECT type, payload FROM webhook_messages WHERE webhook_id = $1', [
      webhook.id,
    ]);
    expect(messages.map(({ type }) => type)).to.deep.equal(['email.opened']);
    expect(JSON.parse(messages[0].payload).data.open).to.deep.equal(event.data.open);
  });

  it('Takes a scanner that follows two links at once for a machine, and the person who follows one later for a person.', async () => {
    const email = await createSent();
    const scanner = { ipAddress: '198.51.100.7' };
    const scanned = [
      await hit(email, { ...scanner, link: SHOP }),
      await hit(email, { ...scanner, link: BLOG }, SECOND_MS),
    ];
    // Each is judged by a job of its own, with the other one as its neighbour.
    await Promise.all(scanned.map((id) => run([id])));
    expect(await countsOf()).to.deep.equal({ machine_clicked: 2 });
    const later = await hit(email, scanner, 40 * SECOND_MS);
    await run([later, await hit(email, { link: SHOP }, 40 * SECOND_MS)]);
    expect(await countsOf()).to.deep.equal({
      machine_clicked: 2,
      machine_opened: 1,
      opened: 1,
      unique_opened: 1,
      clicked: 1,
      unique_clicked: 1,
    });
    expect((await hitsLeft(email)).map(({ verdict }) => verdict)).to.deep.equal(Array(3).fill('scanner'));
  });

  it('takes a late hit of a scanner for that scanner, when both are looked at together', async () => {
    const email = await createSent();
    const scanner = { ipAddress: '198.51.100.7' };
    const scanned = [
      await hit(email, { ...scanner, link: SHOP }),
      await hit(email, { ...scanner, link: BLOG }, 100),
    ];
    await run(scanned);
    const late = await hit(email, { ...scanner, link: SHOP }, 30 * SECOND_MS);
    await query('UPDATE tracking_hits SET woken_at = now() WHERE email_id = $1', [email.id]);
    await run([...scanned, late]);
    expect(await countsOf()).to.deep.equal({ machine_clicked: 3 });
    expect((await hitsLeft(email)).map(({ verdict }) => verdict)).to.deep.equal(['scanner']);
  });

  it('counts equal hits within ten seconds once, although several processes have taken them', async () => {
    const email = await createSent();
    const equal = [await hit(email), await hit(email, {}, 4 * SECOND_MS), await hit(email, {}, 9_999)];
    const later = await hit(email, {}, 10 * SECOND_MS);
    await run([equal[2] ?? '']);
    await Promise.all([run([equal[1] ?? '']), run([equal[0] ?? '', later])]);
    expect(await countsOf()).to.deep.equal({ opened: 2, unique_opened: 1 });
    expect(await hitsLeft(email)).to.deep.equal([]);
  });

  it('keeps the hits of a scanner for a minute as evidence, and then removes them', async () => {
    const email = await createSent();
    const id = await hit(email, { userAgent: 'curl/8.11.0' });
    await run([id]);
    expect(await hitsLeft(email)).to.deep.equal([
      { verdict: 'scanner', claimed_by: null, next_attempt_at: new Date(clock.now().getTime() + 80_000) },
    ]);
    expect(await hitWork.table.markDue(test.pool, new Date(clock.now().getTime() + 80_000), 10)).to.include(
      id,
    );
    await run([id]);
    expect(await hitsLeft(email)).to.deep.equal([]);
    expect(await eventsOf(email)).to.have.length(1);
  });

  it('keeps no hits of a scanner for those that come more than a minute later, however many do', async () => {
    const email = await createSent();
    const id = await hit(email, { userAgent: 'curl/8.11.0' });
    await run([id]);
    const evidence = async () =>
      (await hitsLeft(email)).filter(({ verdict }) => verdict === 'scanner').length;
    await hit(email, { userAgent: 'curl/8.12.0' }, 60 * SECOND_MS);
    for (const [afterMs, left] of [
      [80 * SECOND_MS, 1],
      [180 * SECOND_MS, 0],
    ] as const) {
      await hitWork.table.markDue(test.pool, new Date(clock.now().getTime() + afterMs), 10);
      await run([id]);
      expect(await evidence()).to.equal(left);
      await query(
        "UPDATE tracking_hits SET hit_at = hit_at + $2 * interval '1 ms' WHERE email_id = $1 AND verdict IS NULL",
        [email.id, 1],
      );
    }
  });

  it('Keeps up to 100 events of opens and clicks of a recipient, up to 200 with those of people, and counts all.', async () => {
    const email = await createSent();
    const hits = await Promise.all(
      Array.from({ length: 120 }, (_, tenSeconds) =>
        hit(email, { userAgent: APPLE_PROXY }, 10 * tenSeconds * SECOND_MS),
      ),
    );
    await Promise.all([run(hits.slice(0, 70)), run(hits.slice(70))]);
    await run([await hit(email, {}, HOUR_MS), await hit(email, { link: SHOP }, HOUR_MS)]);
    await run([await hit(email, {}, 2 * HOUR_MS)]);
    const events = await eventsOf(email);
    expect(events).to.have.length(103);
    expect(events.slice(-3).map(({ type }) => type)).to.deep.equal(['opened', 'clicked', 'opened']);
    expect(await countsOf()).to.deep.equal({
      machine_opened: 120,
      opened: 2,
      unique_opened: 1,
      clicked: 1,
      unique_clicked: 1,
    });
  });

  it('counts a recipient once whose hits several workers judge at the same time', async () => {
    const email = await createSent();
    const hits = await Promise.all(
      Array.from({ length: 16 }, (_, place) =>
        hit(email, { ipAddress: `192.0.2.${place}`, ...(place % 2 === 0 && { link: SHOP }) }),
      ),
    );
    await Promise.all(hits.map((id) => run([id])));
    const { opened, ...others } = await countsOf();
    expect(others).to.deep.equal({ unique_opened: 1, clicked: 8, unique_clicked: 1 });
    expect(opened).to.be.within(8, 9);
    expect(await eventsOf(email)).to.have.length(opened + 8);
  });

  it('counts a hit once that a worker judges too which was taken for dead', async () => {
    const id = await hit(await createSent());
    const lease = { worker: test.ids.next(), token: test.ids.next() };
    const claims = await hitWork.table.claim(test.pool, [id], lease);
    const stale = await findClaimedHits(test.pool, claims);
    await hitWork.table.reclaim(test.pool, claims, clock.now());
    expect(await hitWork.table.markDue(test.pool, clock.now(), 1)).to.deep.equal([id]);
    await run([id]);
    await classifyClaimedHits({ ...test.deps, keepsClients: true }, stale, clock.now());
    expect(await countsOf()).to.deep.equal({ opened: 1, unique_opened: 1 });
  });

  it('Keeps neither address nor User-Agent of clients if the operator says so.', async () => {
    const config = { ...test.deps.config, trackingClients: 'none' as const };
    const email = await createSent();
    await run([await hit(email), await hit(email, { userAgent: 'curl/8.11.0' })], { ...test.deps, config });
    const events = await eventsOf(email);
    expect(events).to.have.length(2);
    for (const { data } of events) expect(data.open).to.include({ ipAddress: '', userAgent: '' });
  });

  it('Records nothing of people who have refused since their mail was sent.', async () => {
    const email = await createSent();
    await query(
      `INSERT INTO tracking_refusals (account_id, email_key, chosen_by, chosen_at)
       VALUES ($1, 'bo@customer.dev', 'person', now())`,
      [test.accountId],
    );
    await run([await hit(email), await hit(email, { link: SHOP, userAgent: 'curl/8.11.0' })]);
    expect(await eventsOf(email)).to.deep.equal([]);
    expect(await countsOf()).to.deep.equal({});
    expect(await hitsLeft(email)).to.deep.equal([]);
  });

  it('forgets the hits of mail that was removed', async () => {
    const email = await createSent();
    const id = await hit(email);
    await query('DELETE FROM email_recipients WHERE email_id = $1', [email.id]);
    await query('DELETE FROM emails WHERE id = $1', [email.id]);
    await run([id]);
    expect(await countsOf()).to.deep.equal({});
    expect(await hitsLeft(email)).to.deep.equal([]);
  });
});
