// What is measured of an email: its own choice before that of its domain, decided when it is accepted
// (docs/reference/emails.md#tracking).
import { expect } from 'chai';
import { createUploadStore } from '../../../../shared/platform/storage/upload-store.ts';
import { newEmail } from '../../../shared/resources/messaging/emails/accept/new-email.ts';
import { useApp } from '../../../support/api/app.ts';
import { createSender, type Sender } from '../sender.ts';

const BOTH = { opens: true, clicks: true };
const NONE = { opens: false, clicks: false };

describe('The tracking of an email', () => {
  const app = useApp();
  let measured: Sender;
  let unmeasured: Sender;
  before(async () => {
    measured = await createSender(app, { domain: { openTracking: true, clickTracking: true } });
    unmeasured = await createSender(app);
  });
  const trackingOf = async (sender: Sender, tracking?: unknown) =>
    (await sender.sent(tracking === undefined ? {} : { tracking })).tracking;

  it('Takes a tracking with opens, clicks or both, also in an email of a batch; what it leaves out or has as null is decided by the From domain.', async () => {
    for (const [tracking, ofMeasured, ofUnmeasured] of [
      [undefined, BOTH, NONE],
      [null, BOTH, NONE],
      [{}, BOTH, NONE],
      [{ opens: null, clicks: null }, BOTH, NONE],
      [{ opens: true }, BOTH, { opens: true, clicks: false }],
      [{ opens: false }, { opens: false, clicks: true }, NONE],
      [{ clicks: false, opens: null }, { opens: true, clicks: false }, NONE],
      [BOTH, BOTH, BOTH],
      [NONE, NONE, NONE],
    ] as const) {
      expect(await trackingOf(measured, tracking), JSON.stringify(tracking)).to.deep.equal(ofMeasured);
      expect(await trackingOf(unmeasured, tracking), JSON.stringify(tracking)).to.deep.equal(ofUnmeasured);
    }
    const items = [{}, { tracking: null }, { tracking: { clicks: true } }].map((item) =>
      unmeasured.body(item),
    );
    const { body } = await unmeasured.batch(items);
    const emails = await Promise.all(
      body.data.map(({ id }: { id: string }) => unmeasured.read(`/emails/${id}`)),
    );
    expect(emails.map(({ tracking }) => tracking)).to.deep.equal([
      NONE,
      NONE,
      { opens: false, clicks: true },
    ]);
  });

  it('Decides what is measured of an email when it is accepted, whatever its domain measures later, and answers it as tracking.', async () => {
    const { id } = await measured.sent();
    const sent = await measured.sent({ scheduled_at: 'in 1 hour' });
    await app.pool.query('UPDATE domains SET open_tracking = false WHERE id = $1', [measured.domain.id]);
    for (const email of [id, sent.id])
      expect((await measured.read(`/emails/${email}`)).tracking).to.deep.equal(BOTH);
    expect(await trackingOf(measured)).to.deep.equal({ opens: false, clicks: true });
    const { data } = await measured.read('/emails');
    expect(data.map(({ tracking }: { tracking: unknown }) => tracking)).to.deep.include(BOTH);
    await app.pool.query('UPDATE domains SET open_tracking = true WHERE id = $1', [measured.domain.id]);
  });

  it('Measures nothing of an email with the source notice, and of one that is sent as it came.', async () => {
    const { accountId, domain } = measured;
    const writer = createUploadStore({ database: app.pool, ids: app.deps.ids }).create();
    await writer.write(Buffer.from('From: ana@acme.dev\r\n\r\nHi\r\n'));
    const kept = await writer.end();
    for (const changes of [{ source: 'notice' }, { source: 'smtp', kept }] as const) {
      const email = newEmail(app.deps.ids, { accountId, domain }, { ...changes, tracking: BOTH });
      const id = await app.deps.acceptor.accept(email);
      expect((await measured.read(`/emails/${id}`)).tracking, changes.source).to.deep.equal(NONE);
    }
  });
});
