// Access control of the local inbox: programs on this machine and its own page may use it, pages of other sites may
// not.
import { expect } from 'chai';
import { useInbox } from './support/use-inbox.ts';

describe('The local inbox, access control', () => {
  const inbox = useInbox();
  const own = () => new URL(inbox.inbox.url);

  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'inbox.localhost', 'LOCALHOST']) {
    it(`answers under the host ${host}`, async () => {
      await inbox.http().get('/inbox/messages').set('Host', `${host}:${own().port}`).expect(200);
    });
  }

  for (const host of [
    'evil.dev',
    'localhost.evil.dev',
    '127.0.0.1.evil.dev',
    'evil-localhost',
    '192.168.0.1',
    'me@127.0.0.1',
    '127.0.0.1:1:2',
    '[::2]',
  ]) {
    it(`refuses the host ${host} with 403`, async () => {
      for (const path of ['/', '/page.js', '/inbox/messages', '/inbox/events', '/nothing']) {
        const answer = await inbox.http().get(path).set('Host', host).expect(403);
        expect(answer.body).to.include({ statusCode: 403, name: 'validation_error' });
      }
    });
  }

  it('refuses to delete for a page of another origin with 403', async () => {
    await inbox.send({ subject: 'stays' });
    for (const origin of ['https://evil.dev', 'null', `http://127.0.0.1:${Number(own().port) + 1}`]) {
      await inbox.http().delete('/inbox/messages').set('Origin', origin).expect(403);
    }
    expect(await inbox.list()).to.have.lengthOf(1);
  });

  it('refuses to be read by a page of another origin with 403', async () => {
    await inbox.http().get('/inbox/messages').set('Origin', 'https://evil.dev').expect(403);
  });

  it('deletes for its own page', async () => {
    await inbox.send({ subject: 'goes' });
    await inbox.http().delete('/inbox/messages').set('Origin', own().origin).expect(200);
    expect(await inbox.list()).to.deep.equal([]);
  });

  it('allows no other origin by CORS', async () => {
    const answer = await inbox
      .http()
      .options('/inbox/messages')
      .set({ Origin: own().origin, 'Access-Control-Request-Method': 'DELETE' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).to.deep.equal(
      [],
    );
  });

  it('allows its page only its own scripts, and no other page to frame it', async () => {
    const answer = await inbox.http().get('/').expect(200);
    const policy = answer.headers['content-security-policy'];
    expect(policy).to.include("default-src 'none'");
    expect(policy).to.include("script-src 'self';");
    expect(policy).to.include("frame-ancestors 'none'");
    expect(policy).to.not.include('unsafe');
  });

  it('gives the document of a mail a policy that allows no script, no form, no frame and no network', async () => {
    await inbox.send({ html: '<p>x</p>' });
    const { id } = await inbox.newest();
    const answer = await inbox.http().get(`/inbox/messages/${id}/html`).expect(200);
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).to.include("default-src 'none'; img-src data:;");
    expect(policy).to.match(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).to.not.match(/allow-scripts|allow-same-origin|allow-forms|https?:|\*/);
  });

  for (const path of ['/nothing', '/inbox/nothing', '/..%2fstart.ts', '/%2e%2e/start.ts', '/%00', '/%']) {
    it(`answers not_found 404 to ${path}`, async () => {
      const answer = await inbox.http().get(path).expect(404);
      expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
    });
  }

  it('returns the port for mail', async () => {
    const answer = await inbox.http().get('/inbox').expect(200);
    expect(answer.body).to.deep.equal({ object: 'inbox', smtp_port: inbox.inbox.smtpPort });
  });

  it('answers not_found 404 to a method that a path does not have', async () => {
    const answer = await inbox.http().post('/inbox/messages').send({}).expect(404);
    expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
  });
});
