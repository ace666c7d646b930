// Html that a page of the dashboard posts, as a document for a frame (docs/reference/pages.md#emails-in-frames).
import { expect } from 'chai';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { encode } from '../unsubscribes/person.ts';

const MIB = 1024 * 1024;

describe('A document in a frame', () => {
  const app = useApp();
  const viewer = usePerson(app, { role: 'viewer' });

  const postBody = (body: string, headers: Record<string, string> = {}, query = '') =>
    app
      .bare()
      .post(`/app/frames/document${query}`)
      .set({ 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' })
      .set({ Cookie: `posthorn_session=${viewer.token}`, ...headers })
      .send(body);
  const post = (html: string, headers: Record<string, string> = {}, query = '') =>
    postBody(bodyOf(viewer.csrfToken, html), headers, query);
  const bodyOf = (token: string, html: string) =>
    encode([
      ['csrf_token', token],
      ['html', html],
    ]);
  const policyOf = (images: string) =>
    `default-src 'none'; img-src ${images}; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

  it('Shows the HTML that a page of the dashboard posts as such a document, to viewers too, and keeps nothing of it.', async () => {
    await viewer.api.get('/auth/me').expect(200);
    const before = await contentsOf(app);
    const { text, headers } = await post(
      '<!DOCTYPE html><p>Grüße & secret</p><iframe src="x"></iframe>',
    ).expect(200);
    expect(text).to.equal(
      '<!DOCTYPE html><base target="_blank"><p>Grüße & secret</p><meta data-was-iframe src="x"></iframe>',
    );
    expect(headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf('data:'),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    const images = await post('<img src="cid:x">', {}, '?images=1').expect(200);
    expect(images.headers['content-security-policy']).to.equal(policyOf('http: https: data:'));
    expect((await post('x'.repeat(2 * MIB)).expect(200)).text).to.have.length.above(2 * MIB);
    expect(await contentsOf(app)).to.deep.equal(before);
    expect(JSON.stringify(app.logLines)).to.include('/app/frames/document').and.not.include('secret');
  });

  it('Refuses HTML without a session with 401, of another page or session with 403, and of more than 2 MB with 413, each as a document.', async () => {
    const other = await enter(app);
    const refusals: [status: number, ReturnType<typeof post>][] = [
      [401, post('secret', { Cookie: '' })],
      [401, post('secret', { Cookie: 'posthorn_session=x' })],
      [403, post('secret', { 'Sec-Fetch-Site': 'same-site' })],
      [403, post('secret', { 'Sec-Fetch-Site': 'cross-site' })],
      [403, postBody(bodyOf('', 'secret'))],
      [403, postBody(bodyOf(other.csrfToken, 'secret'))],
      [403, postBody('{"html":"secret"}', { 'Content-Type': 'application/json' })],
      [413, post(`secret${'x'.repeat(2 * MIB)}`)],
      [413, post('ä'.repeat(1.1 * MIB))],
    ];
    for (const [status, request] of refusals) {
      const { text, headers } = await request.expect(status);
      expect(text)
        .to.match(/<pre>[^<]+<\/pre>$/)
        .and.not.include('secret');
      expect(headers['content-security-policy']).to.equal(policyOf('data:'));
    }
    await app
      .bare()
      .get('/app/frames/document')
      .set('Cookie', `posthorn_session=${viewer.token}`)
      .expect(404);
  });
});
