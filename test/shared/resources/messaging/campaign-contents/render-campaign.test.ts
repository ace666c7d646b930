// What a campaign says, for a contact: at its release, and again from the values that were stored with the mail
// (docs/architecture/campaigns.md#contents).
import { expect } from 'chai';
import fc from 'fast-check';
import { addFooterToHtml } from '../../../../../shared/mail/unsubscribing/unsubscribe-footer.ts';
import {
  type CompiledCampaign,
  compileCampaignContent,
} from '../../../../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import type { CampaignContent } from '../../../../../shared/resources/messaging/campaign-contents/content.ts';
import {
  renderCampaign,
  renderStoredCampaign,
  type ShownValues,
} from '../../../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { extent } from '../../../../support/extent.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';

const NOW = new Date('2026-11-25T12:34:56.789Z');
const RUNS = extent('STORED_CAMPAIGN_RUNS', 150, 3_000);
const LINK = '{{{UNSUBSCRIBE_URL}}}';

/** Sources that read a contact in all ways: by name, by a name that is a value, as a whole, by size and in their order. */
const SOURCES = [
  '{{{FIRST_NAME|friend}}}',
  '{{{EMAIL}}}',
  '{{ contact.last_name | upcase }}',
  '{{ contact.unsubscribed }}',
  '{{ contact.properties.plan }}',
  '{{ contact.properties["a b"] }}',
  '{{ contact.properties.none }}',
  '{{ contact.properties[contact.properties.plan] | default: "-" }}',
  '{{ contact.properties.size }}',
  '{{ contact | json }}',
  '{{ contact }}',
  '{{ contact.properties }}',
  '{% assign c = contact %}{{ c.size }}{{ c.none }}',
  '{% for pair in contact.properties %}{{ pair[0] }}={{ pair[1] }};{% endfor %}',
  '{% for pair in contact %}{{ forloop.index }}{{ pair }}{% endfor %}',
  '{% assign all = contact.properties %}{{ all.plan }}{% if all == contact.properties %}same{% endif %}',
  '{% if contact.properties == empty %}none{% elsif contact.unsubscribed %}gone{% endif %}',
  '{{ "now" | date: "%c" }}',
  'text',
  LINK,
  '{{{PREFERENCES_URL}}}',
  '</body>',
  '{{{NAME}}}',
];
const KEYS = ['plan', 'a b', 'Plan', '10', '9', 'size', '__proto__', 'ü', 'none'];
const VALUE = fc.oneof(
  fc.constantFrom(...KEYS, '', '<b>', 'pro "x"', LINK, '2026-01-31'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
  fc.boolean(),
);
const CONTACT = fc.record({
  email: fc.constant('bo@customer.dev'),
  first_name: fc.constantFrom(null, '', 'Bo', 'Bö & <Co>'),
  last_name: fc.constantFrom(null, 'Smith'),
  unsubscribed: fc.boolean(),
  properties: fc.array(fc.tuple(fc.constantFrom(...KEYS), VALUE)).map((pairs) => Object.fromEntries(pairs)),
});
const SOURCE = fc
  .array(fc.constantFrom(...SOURCES), { minLength: 1, maxLength: 5 })
  .map((all) => all.join(''));

describe('A campaign that is rendered', () => {
  const database = useDatabase();
  const compile = (changes: Partial<CampaignContent>): CompiledCampaign =>
    compileCampaignContent({
      id: ids.next(),
      accountId: ids.next(),
      campaignId: ids.next(),
      createdAt: NOW,
      from: 'ana@acme.dev',
      subject: 'News',
      replyTo: [],
      previewText: null,
      html: null,
      text: null,
      templateId: null,
      utm: null,
      poll: null,
      variables: null,
      declared: null,
      postalAddress: '1 Road\nAcme & Co',
      ...changes,
    });
  const contactOf = (properties: Record<string, unknown> = {}) => ({
    ...({
      email: 'bo@customer.dev',
      first_name: 'Bo',
      last_name: null,
      unsubscribed: false,
    } as never as object),
    properties,
  });
  const render = (content: CompiledCampaign, contact: object | undefined) =>
    renderCampaign(content, { contact: contact as never, now: NOW });
  /** As Postgres answers what was stored. */
  const stored = async (data: ShownValues): Promise<ShownValues> => {
    const { rows } = await database.pool.query('SELECT $1::jsonb AS data', [JSON.stringify(data)]);
    return rows[0].data;
  };

  it('is the same again from what is stored with the mail, for any source and contact', async () => {
    const declared = [{ key: 'NAME', type: 'string', fallbackValue: 'you' } as const];
    await fc.assert(
      fc.asyncProperty(SOURCE, SOURCE, CONTACT, async (html, text, contact) => {
        const content = compile({ html, text, declared, subject: `News ${'{{ contact.first_name }}'}` });
        const first = render(content, contact);
        const again = renderStoredCampaign(content, await stored(first.data), NOW);
        expect(again).to.deep.equal({ html: first.html, text: first.text });
      }),
      { numRuns: RUNS },
    );
  });

  it('is stored with the values alone that it shows', () => {
    const contact = contactOf({ plan: 'pro', secret: 1, pro: 'yes' });
    const dataOf = (html: string) => render(compile({ html }), contact).data;
    expect(dataOf('{{{FIRST_NAME}}}, {{ contact.properties.plan }}')).to.deep.equal({
      first_name: 'Bo',
      properties: { plan: 'pro' },
    });
    // The name of the property is itself a value.
    expect(dataOf('{{ contact.properties[contact.properties.plan] }}')).to.deep.equal({
      properties: { plan: 'pro', pro: 'yes' },
    });
    expect(dataOf('{{ contact.properties }}')).to.deep.equal({ properties: contact.properties });
    expect(render(compile({ html: 'Hello' }), undefined).data).to.deep.equal({});
  });

  it('gets a footer in each part that has no link to unsubscribe, with the postal address', () => {
    const bodies = (html: string, text: string | null = null) => {
      const rendered = render(compile({ html, text }), contactOf({ link: LINK }));
      return [rendered.html, rendered.text];
    };
    const [html, none] = bodies('<html><body><p>Hi</p></body></html>');
    expect(html).to.match(
      /<p>Hi<\/p><div [^>]*>1 Road<br>Acme &amp; Co<br><a href="\{{3}UNSUBSCRIBE_URL\}{3}"/,
    );
    expect(html?.endsWith('</div>\n</body></html>')).to.equal(true);
    expect(none).to.equal(null);
    // One to the preferences is none, and one of a value is one.
    expect(bodies('{{{PREFERENCES_URL}}}')[0]).to.include(LINK);
    expect(bodies(`${LINK}`, 'Hi')).to.deep.equal([LINK, `Hi\n\n1 Road\nAcme & Co\nUnsubscribe: ${LINK}\n`]);
    expect(bodies('{{{contact.properties.link}}}')[0]).to.equal(LINK);
    expect(addFooterToHtml('Hi', null)).to.match(/^Hi\n<div [^>]*><a /);
  });

  it('is refused when its subject is empty, or has a break of line', () => {
    for (const first_name of ['', 'Bo\nSmith'])
      expect(() =>
        render(compile({ html: 'Hi', subject: '{{ contact.first_name }}' }), { ...contactOf(), first_name }),
      ).to.throw(/subject/);
  });
});
