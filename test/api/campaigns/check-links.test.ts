// `?links=true` of checklists, with links to real servers on this machine (docs/reference/campaign-check.md#links).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { type HttpServer, startHttpServer } from '../../support/net/http-server.ts';
import { createCampaignOwner } from './owner.ts';

/** A reserved port (RFC 6335), on which no server listens. */
const CLOSED = 'http://127.0.0.1:1/';
const CODES = ['link_broken', 'link_unreachable', 'links_unopened'];

describe('GET /campaigns/:id/check?links=true', () => {
  const asked: string[] = [];
  const servers: HttpServer[] = [];
  const site = () => servers[0]?.url ?? '';
  const own = () => servers[1]?.url ?? '';
  before(async () => {
    for (const answer of [answerAsSite, () => undefined])
      servers.push(
        await startHttpServer((request, response) => {
          asked.push(`${request.method} ${request.headers.host}${request.url}`);
          answer(request, response);
          response.end();
        }),
      );
  });
  after(() => Promise.all(servers.map((server) => server.close())));
  const app = useApp({ config: () => ({ publicUrl: own() }) });
  const owner = useEach(() => createCampaignOwner(app));

  function answerAsSite({ url = '', method }: IncomingMessage, response: ServerResponse): void {
    const [path] = url.split('?');
    const moved = {
      '/moved': '/gone',
      '/loop': '/loop',
      '/to-own': `${own()}/unsubscribe/x`,
      '/inside': 'http://10.0.0.1/',
    };
    const location = moved[path as keyof typeof moved];
    if (location) response.writeHead(302, { location });
    else if (path === '/gone') response.writeHead(404);
    else if (path === '/no-head' && method === 'HEAD') response.writeHead(405);
  }

  const linksOf = (urls: readonly string[]) => urls.map((url) => `<p><a href="${url}">a</a></p>`).join('\n');
  const check = async (path: string) => {
    asked.length = 0;
    const { findings } = await owner.read(`${path}?links=true`);
    return findings
      .filter(({ code }: { code: string }) => CODES.includes(code))
      .map(({ code, line, count }: { code: string; line?: number; count?: number }) => [code, line ?? count]);
  };

  it('Opens the links of a campaign by HEAD, then GET, follows redirects, and says which of them do not answer.', async () => {
    const paths = ['/ok', '/gone', '/no-head', '/moved', '/loop', '/to-own', '/inside', '/ok'];
    const urls = [
      ...paths.map((path) => site() + path),
      CLOSED,
      'https://nothing.invalid/',
      `${own()}/preferences/x`,
    ];
    const { id } = await owner.made({ html: linksOf(urls) });
    expect(await check(`/campaigns/${id}/check`)).to.deep.equal([
      ['link_broken', 2],
      ['link_broken', 4],
      ['link_unreachable', 5],
      ['link_unreachable', 7],
      ['link_unreachable', 9],
      ['link_unreachable', 10],
    ]);
    const host = site().replace('http://', '');
    expect(asked.filter((request) => request.endsWith('/ok'))).to.deep.equal([`HEAD ${host}/ok`]);
    expect(asked).to.include.members([`HEAD ${host}/no-head`, `GET ${host}/no-head`]);
    expect(asked.filter((request) => !request.includes(host))).to.deep.equal([]);

    asked.length = 0;
    await owner.read(`/campaigns/${id}/check`);
    await owner.read(`/campaigns/${id}/check?links=false`);
    expect(asked).to.deep.equal([]);
  });

  it('Opens up to 50 different links, and says how many it has not opened.', async () => {
    const urls = Array.from({ length: 1_000 }, (_, number) => `${site()}/ok?${number % 60}`);
    const { id } = await owner.made({ html: linksOf(urls) });
    expect(await check(`/campaigns/${id}/check`)).to.deep.equal([['links_unopened', 10]]);
    expect(asked).to.have.length(50);
  });

  it('Checks the newest version of a template with the given values, and opens its links.', async () => {
    const variables = [{ key: 'PATH', type: 'string' as const, fallbackValue: null }];
    const html = `<p>\n<a href="${site()}{{ PATH }}">Read</a> {{ contact.last_name }}</p>`;
    const { id } = await createTemplate(app.pool, owner.accountId, { html, subject: null, variables });
    const ask = async (body: object) =>
      (await owner.api.post(`/templates/${id}/check?links=true`).send(body).expect(200)).body;
    const unfilled = await ask({});
    expect(unfilled).to.include({ object: 'template_check', ok: false });
    expect(unfilled.findings[0]).to.include({
      level: 'error',
      code: 'variable_missing',
      field: 'html',
      line: 2,
    });
    const { ok, findings } = await ask({ variables: { PATH: '/gone' } });
    expect(ok).to.equal(true);
    expect(findings.map(({ code }: { code: string }) => code)).to.deep.equal([
      'value_missing',
      'link_insecure',
      'link_broken',
    ]);
    await owner.api.patch(`/templates/${id}`).send({ html: '<p>\n\n{{ NAME }}</p>' }).expect(200);
    expect((await ask({})).findings).to.deep.include({
      level: 'error',
      code: 'syntax_error',
      field: 'html',
      line: 3,
      message: 'Variable `NAME` is used in the template but not declared.',
    });
  });
});
