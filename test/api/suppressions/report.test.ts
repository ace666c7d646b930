// The report in the record of a suppression (docs/reference/suppressions.md#the-report).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createEmail, createSuppression } from '../../support/factories/factories.ts';
import { createReceived, createReport } from '../../support/factories/received-factories.ts';
import { createOwner } from './owner.ts';

const PUBLIC_URL = 'https://mail.acme.dev';
const RAW = 'From: mailer-daemon@customer.dev\r\nSubject: Undeliverable\r\n\r\nNo such user.\r\n';
const NONE = { report_id: null, report: null };

describe('The report of a suppression', () => {
  const app = useApp({ config: { publicUrl: PUBLIC_URL } });
  const owner = useEach(() => createOwner(app));
  const suppress = (reportId: string | null) =>
    createSuppression(app.pool, owner.accountId, 'bo@customer.dev', {
      origin: reportId === null ? 'manual' : 'bounce',
      reportId,
    });
  const entry = () => owner.read('/suppressions/bo@customer.dev');
  const download = (url: string) => app.bare().get(url.replace(PUBLIC_URL, '')).responseType('blob');

  it('Answers the report that caused an entry, with its size and a link to the message as it came.', async () => {
    const receivedAt = new Date('2026-11-20T09:00:00.000Z');
    const { id } = await createReport(app.pool, owner.accountId, { raw: RAW, receivedAt });
    await suppress(id);
    const { report_id, report } = await entry();
    const { download_url: url, ...rest } = report;
    const expires_at = new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 + 3_600_000);
    expect([report_id, rest]).to.deep.equal([
      id,
      { id, received_at: receivedAt.toISOString(), size: RAW.length, expires_at: expires_at.toISOString() },
    ]);
    const { status, headers, body } = await download(url);
    expect([status, headers['content-type'], String(body)]).to.deep.equal([200, 'message/rfc822', RAW]);
    expect(headers['content-disposition']).to.include(`filename="${id}.eml"`);
    const again = (await owner.add('bo@customer.dev').expect(200)).body;
    expect(again.report).to.include({ id, size: RAW.length });
  });

  it('Answers `report` null for an entry without a report, and when the report is not stored any more, of which only its id is left.', async () => {
    await suppress(null);
    expect(await entry()).to.include(NONE);
    await app.pool.query('DELETE FROM suppressions WHERE account_id = $1', [owner.accountId]);
    const { id } = await createReport(app.pool, owner.accountId);
    await suppress(id);
    const url = (await entry()).report.download_url;
    await app.pool.query('DELETE FROM received_emails WHERE id = $1', [id]);
    expect(await entry()).to.include({ report_id: id, report: null });
    expectError(await app.bare().get(url.replace(PUBLIC_URL, '')), 404, 'not_found');
  });

  it('Serves a report by its own link only, which is as good as one of an attachment, and never as a received email.', async () => {
    const { id } = await createReport(app.pool, owner.accountId, { raw: RAW });
    const received = await createReceived(app.pool, owner.accountId);
    await suppress(id);
    const { download_url: url } = (await entry()).report;
    const { raw } = await owner.read(`/emails/receiving/${received.id}`);
    const wrong = [
      url.replace('/reports/', '/received-emails/'),
      url.replace(id, received.id),
      raw.download_url.replace('/received-emails/', '/reports/'),
      raw.download_url.replace(received.id, id),
      url.split('?')[0],
    ];
    for (const each of wrong)
      expectError(await app.bare().get(each.replace(PUBLIC_URL, '')), 404, 'not_found');
    for (const path of ['', '/raw', '/attachments'])
      expectError(await owner.api.get(`/emails/receiving/${id}${path}`), 404, 'not_found');
    expectError(await owner.api.delete(`/emails/receiving/${id}`), 404, 'not_found');
    const { data } = await owner.read('/emails/receiving');
    expect(data.map((each: { id: string }) => each.id)).to.deep.equal([received.id]);
    expect((await download(url)).status).to.equal(200);
    app.clock.advance(3_601_000);
    expectError(await app.bare().get(url.replace(PUBLIC_URL, '')), 404, 'not_found');
  });

  it('Answers no report of another account, no received email, and no report about mail of the service itself.', async () => {
    const other = await createOwner(app);
    const notice = await createEmail(app.pool, owner.accountId, { source: 'notice' });
    const hidden = [
      await createReport(app.pool, other.accountId),
      await createReceived(app.pool, owner.accountId),
      await createReport(app.pool, owner.accountId, { recipientId: notice.recipients[0]?.id ?? '' }),
    ];
    for (const { id } of hidden) {
      await suppress(id);
      expect(await entry()).to.include({ report_id: id, report: null });
      await app.pool.query('DELETE FROM suppressions WHERE account_id = $1', [owner.accountId]);
    }
  });
});
