// POST /templates/:id/test and the inlining of CSS (docs/reference/templates.md#tests).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTemplateOwner } from './owner.ts';

const HTML = `<html><head><style>.a { color: {{ COLOR | default: "red" }} } @media print { .a { color: black } }</style></head>
<body><table>{% for row in ROWS %}<tr {% if row == "{{" %}hidden{% endif %}><td class="a">{{{NAME|it's "you"}}}</td></tr>{% endfor %}</table></body></html>`;
const VARIABLES = [
  { key: 'NAME', type: 'string' },
  { key: 'COLOR', type: 'string' },
  { key: 'ROWS', type: 'list', fallback_value: ['a'] },
];

describe('Tests of a template', () => {
  const app = useApp();
  const news = useEach(() =>
    createTemplateOwner(app, (domain) => ({
      from: `ana@${domain}`,
      subject: 'Hello {{{EMAIL}}}',
      html: HTML,
      variables: VARIABLES,
      inline_css: true,
    })),
  );
  const test = (body: object) => news.post('test', body);

  it('Sends a test of the newest version to up to five addresses, an email to each, charged like others.', async () => {
    const to = ['bo@customer.dev', 'Cy <cy@customer.dev>', 'delivered@simulator.test'];
    to.push('d@customer.dev', 'e@customer.dev');
    const { status, body } = await test({ to, variables: { NAME: 'Bo' } });
    expect([status, body.object, body.ids.length], JSON.stringify(body)).to.deep.equal([
      200,
      'template_test',
      5,
    ]);
    for (const [index, emailId] of body.ids.entries()) {
      const email = await news.read(`/emails/${emailId}`);
      expect(email).to.deep.include({ to: [to[index]], template_id: news.id, source: 'api' });
      expect(email.html).to.include('<td class="a" style="color: red;">Bo</td>');
    }
    expect((await news.read(`/emails/${body.ids[1]}`)).subject).to.equal('Hello cy@customer.dev');
    const usage = await app.pool.query<{ used: number }>(
      'SELECT used FROM email_usage WHERE account_id = $1',
      [news.accountId],
    );
    expect(usage.rows.map(({ used }) => used)).to.deep.equal([5, 5]);
  });

  it('Measures neither opens nor clicks of a test, whatever its domain measures.', async () => {
    await app.pool.query(
      'UPDATE domains SET open_tracking = true, click_tracking = true WHERE account_id = $1',
      [news.accountId],
    );
    const { body } = await test({ to: 'bo@customer.dev', variables: { NAME: 'Bo' } });
    const email = await news.read(`/emails/${body.ids[0]}`);
    expect(email.tracking).to.deep.equal({ opens: false, clicks: false });
  });

  it('Rejects a test to an address on a reserved domain with reserved_recipient 422 and sends nothing.', async () => {
    for (const address of ['bo@example.com', 'bo@mail.test'])
      expectError(
        await test({ to: ['bo@customer.dev', address], variables: { NAME: 'Bo' } }),
        422,
        'reserved_recipient',
      );
    expect((await news.read('/emails')).data.length).to.equal(0);
  });

  it('Rejects a test to more than five addresses, or to something that is no address, with 422.', async () => {
    expectError(
      await test({ to: Array.from({ length: 6 }, (_, index) => `a${index}@customer.dev`) }),
      422,
      'validation_error',
    );
    expectError(await test({ to: 'nobody' }), 422, 'invalid_to_address');
    for (const to of [undefined, null, '', []])
      expectError(await test({ to }), 422, 'missing_required_field');
    expectError(await test({ to: 'bo@customer.dev', variables: { NAME: 5 } }), 422, 'validation_error');
    await news.patch({ from: 'ana@elsewhere.dev' }).expect(200);
    expectError(await test({ to: 'bo@customer.dev' }), 422, 'validation_error', 'index');
    await news.patch({ from: null }).expect(200);
    expect(expectError(await test({ to: 'bo@customer.dev' }), 422, 'missing_required_field')).to.include(
      'from',
    );
    expect((await news.read('/emails')).data.length).to.equal(0);
  });

  it('Inlines the CSS of html at publishing and leaves the code of the template unchanged.', async () => {
    expect((await news.publish())['html']).to.equal(HTML);
    const variables = { COLOR: 'blue', ROWS: ['{{', 'b'] };
    const { html } = await news.send({ from: undefined, template: { id: news.id, variables } });
    const cell = `<td class="a" style="color: blue;">it's "you"</td></tr>`;
    expect(html).to.include(`<table><tr hidden>${cell}<tr >${cell}</table>`).and.include('@media print');
  });

  it('Leaves style elements alone whose rules depend on values, and quotes around code.', async () => {
    const html = `<style>{% if NAME %}p { color: red }{% else %}p { color: blue }{% endif %} b { top: 1px }</style><style>b { left: 2px }</style><p><b title='{{{NAME|a "b"}}}' id='x'>x</b></p>`;
    await news.patch({ html }).expect(200);
    await news.publish();
    const sent = await news.send({ from: undefined, template: { id: news.id, variables: { NAME: 'Bo' } } });
    expect(sent['html']).to.equal(
      `<style>p { color: red } b { top: 1px }</style><p><b title='Bo' id="x" style="left: 2px;">x</b></p>`,
    );
  });

  it('Refuses to publish a template whose CSS cannot be inlined in time, with validation_error 422.', async () => {
    const rules = Array.from(
      { length: 5_000 },
      (_, index) => `.a${index} div > p:nth-child(3) .b { color: red }`,
    ).join('');
    const html = `<style>${rules}</style>${'<div><p class="b">'.repeat(3_000)}`;
    await news.patch({ html }).expect(200);
    const message = expectError(await news.post('publish'), 422, 'validation_error');
    expect(message).to.include('CSS').and.include('5 seconds');
    expect((await news.read(news.path)).status).to.equal('draft');
  });
});
