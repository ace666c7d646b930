// What becomes of tracked mail that a foreign client has sent: a mail app loads its images, and a person opens it and
// follows its link, by the URLs that the delivered message has.
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { hitWork } from '../../../shared/resources/messaging/tracking/hits/work.ts';
import { jobDepsOf } from '../../api/contact-imports/importer.ts';
import { APPLE_PROXY, BROWSER } from '../../support/factories/tracking-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import type { Service } from './use-service.ts';

const LINK = 'https://shop.example/sale?a=1&b=2';
/** The html of a mail with one link. */
export const LINKED_HTML = '<p><a href="https://shop.example/sale?a=1&amp;b=2">Sale</a></p>';

/** Loads the image of a delivered email as a machine, and then follows its link as a person. The requests are judged. */
export async function readTrackedMail(service: Service, id: string): Promise<void> {
  const { app } = service;
  const { html } = await service.whenDelivered(id);
  const [, pixel = expect.fail('The mail has no pixel.')] = /src="[^"]*(\/o\/[^"]+)"/.exec(html || '') ?? [];
  const [, link = expect.fail('The mail has no link.')] = /href="[^"]*(\/c\/[^"]+)"/.exec(html || '') ?? [];
  // What comes within two seconds of the sending is a machine.
  app.clock.set(new Date(Date.now() + MINUTE_MS));
  const load = (path: string, userAgent: string) =>
    fetch(app.url + path, { headers: { 'user-agent': userAgent }, redirect: 'manual' });
  expect((await load(pixel, APPLE_PROXY)).status).to.equal(200);
  expect((await load(link, BROWSER)).headers.get('location')).to.equal(LINK);
  await app.deps.hits.drain();
  await hitWork.table.markDue(app.pool, new Date(app.clock.now().getTime() + MINUTE_MS), 100);
  const { rows } = await app.pool.query('SELECT id FROM tracking_hits WHERE email_id = $1', [id]);
  await runJob(
    hitWork,
    rows.map((row) => row.id),
    jobDepsOf(app),
  );
  app.clock.set(new Date());
}

/** Says of the domain, which has changed, that its records are good: a factory has made it, so none was ever looked up. */
export async function keepVerified({ app, sender }: Service): Promise<void> {
  await app.pool.query("UPDATE domains SET status = 'verified' WHERE id = $1", [sender.domain.id]);
}
