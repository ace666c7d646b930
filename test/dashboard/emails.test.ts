// The pure parts of the pages of emails: deliveries, drafts, addresses and long texts.
import { expect } from 'chai';
import type { Email } from '../../dashboard/api/generated/types.ts';
import { looksLikeAddress, splitAddresses } from '../../dashboard/format/addresses.ts';
import { BLANK, bodyOf, draftOf, isBlank } from '../../dashboard/resources/emails/compose/draft.ts';
import {
  piecesOf,
  SHOWN_FIRST,
  sizeInWords,
  startOf,
} from '../../dashboard/resources/emails/content/text-pieces.ts';
import {
  deliveriesOf,
  findDeliveries,
  summaryOf,
} from '../../dashboard/resources/emails/delivery/deliveries.ts';
import { attemptsText, titleOf } from '../../dashboard/resources/emails/delivery/step-words.ts';
import { simulatorAddress } from '../../dashboard/resources/emails/simulator/outcomes.ts';
import { recipientsInShort } from '../../dashboard/resources/emails/words.ts';
import { readAddresses } from '../../dashboard/resources/suppressions/typed-addresses.ts';

const AT = '2026-11-20T12:00:00.000Z';
const EMAIL: Email = {
  object: 'email',
  id: 'e1',
  status: 'bounced',
  last_event: 'bounced',
  message_id: '<e1@acme.dev>',
  from: 'Acme <hi@acme.dev>',
  to: ['bo@customer.dev', '"Doe, Jo" <jo@customer.dev>'],
  cc: null,
  bcc: ['cy@customer.dev'],
  reply_to: null,
  subject: 'Hi',
  preview_text: 'Soon',
  tags: [{ name: 'kind', value: 'order' }],
  topic_id: null,
  thread_id: '019ab1de-0000-7000-8000-000000000001',
  template_id: null,
  poll: null,
  campaign_id: null,
  automation_id: null,
  run_id: null,
  contact_id: null,
  tracking: { opens: false, clicks: false },
  source: 'api',
  scheduled_at: null,
  sent_at: AT,
  created_at: AT,
  html: '<p>Hi</p>',
  text: '',
  headers: { 'X-Order': '17' },
  recipients: [],
  events: [],
};

const recipient = (about: Partial<Email['recipients'][number]>): Email['recipients'][number] => ({
  address: 'bo@customer.dev',
  kind: 'to',
  status: 'delivered',
  smtp_code: 250,
  smtp_reply: '250 OK',
  attempts: 1,
  next_attempt_at: null,
  provider: 'default',
  ...about,
});
const happened = (type: 'sent' | 'delivered' | 'scheduled', address = 'bo@customer.dev') => ({
  type,
  created_at: AT,
  recipient: address,
  report_id: null,
  provider: null,
});
const refused = (
  type: 'bounced' | 'delivery_delayed',
  reply: string | null,
  address = 'bo@customer.dev',
) => ({
  type,
  created_at: AT,
  recipient: address,
  report_id: null,
  provider: null,
  reason: 'unknown_mailbox' as const,
  message: 'The server does not know this mailbox.',
  smtp_code: 550,
  smtp_reply: reply,
  server: 'mx.customer.dev',
});

describe('The emails of the dashboard', () => {
  it('have the events of each recipient in their order, with the reply of the server where it was given', () => {
    const [bad, good] = deliveriesOf({
      recipients: [
        recipient({}),
        recipient({ address: 'no@customer.dev', status: 'bounced', smtp_reply: '550 no' }),
      ],
      events: [
        refused('delivery_delayed', '451 later'),
        refused('bounced', '550 no', 'No@Customer.dev'),
        happened('sent'),
        happened('delivered'),
      ],
    });
    expect(bad?.address).to.equal('no@customer.dev');
    expect(bad?.steps.map(({ type, reply, server }) => [type, reply, server])).to.deep.equal([
      ['bounced', '550 no', 'mx.customer.dev'],
    ]);
    expect(good?.steps.map(({ type, reply }) => [type, reply])).to.deep.equal([
      ['delivery_delayed', '451 later'],
      ['sent', null],
      ['delivered', '250 OK'],
    ]);
  });

  it('say which events come from a report', () => {
    const [only] = deliveriesOf({
      recipients: [recipient({ status: 'bounced' })],
      events: [happened('sent'), { ...refused('bounced', '550 no'), report_id: 'r1' }],
    });
    expect(only?.steps.map(({ type, isReported }) => [type, isReported])).to.deep.equal([
      ['sent', false],
      ['bounced', true],
    ]);
  });

  it('say by which provider they left, and which events are by its word', () => {
    const bounced = { ...refused('bounced', '550 no'), provider: 'ses' };
    const [only] = deliveriesOf({
      recipients: [recipient({ status: 'bounced' })],
      events: [happened('sent'), bounced],
    });
    expect(only?.steps.map(titleOf)).to.deep.equal(['Sent', 'Bounced, as the provider ses says']);
    const tried = (attempts: number, provider: string | null) => attemptsText({ attempts, provider });
    expect([tried(0, null), tried(1, 'default'), tried(1, 'ses'), tried(3, 'ses')]).to.deep.equal([
      '0 attempts',
      '1 attempt',
      '1 attempt, by the provider ses',
      '3 attempts, the last by the provider ses',
    ]);
  });

  it('say what opened them and what followed a link, and which machine it was', () => {
    const hit = { ipAddress: '192.0.2.1', userAgent: 'Test', timestamp: AT };
    const event = { created_at: AT, recipient: 'bo@customer.dev', report_id: null, provider: null };
    const [only] = deliveriesOf({
      recipients: [recipient({})],
      events: [
        happened('delivered'),
        { ...event, type: 'opened', open: { ...hit, machine: 'privacy_proxy' } },
        {
          ...event,
          type: 'clicked' as const,
          click: { ...hit, ipAddress: '', userAgent: '', machine: null, link: 'https://acme.dev/' },
        },
      ],
    });
    expect(only?.steps.map((step) => step.hit)).to.deep.equal([
      null,
      { link: null, machine: 'privacy_proxy', client: '192.0.2.1, Test' },
      { link: 'https://acme.dev/', machine: null, client: null },
    ]);
    expect(only?.steps.map(({ reply }) => reply)).to.deep.equal(['250 OK', null, null]);
  });

  it('keep the reply of a bounce that came after the message was accepted at the bounce', () => {
    const [late] = deliveriesOf({
      recipients: [recipient({ status: 'bounced', smtp_reply: '550 no' })],
      events: [happened('sent'), refused('bounced', '550 no')],
    });
    expect(late?.steps.map(({ type, reply }) => [type, reply])).to.deep.equal([
      ['sent', null],
      ['bounced', '550 no'],
    ]);
  });

  it('count their recipients by status, the worst first, and find them by address, status and reply', () => {
    const deliveries = deliveriesOf({
      recipients: [
        recipient({ address: 'a@x.dev' }),
        recipient({ address: 'b@x.dev', status: 'delivery_delayed', smtp_reply: '451 greylisted' }),
        recipient({ address: 'c@x.dev' }),
      ],
      events: [],
    });
    expect(deliveries.map(({ address }) => address)).to.deep.equal(['b@x.dev', 'a@x.dev', 'c@x.dev']);
    expect(summaryOf(deliveries)).to.deep.equal([
      { status: 'delivery_delayed', count: 1 },
      { status: 'delivered', count: 2 },
    ]);
    const found = (typed: string) => findDeliveries(deliveries, typed).map(({ address }) => address);
    expect(found('C@X')).to.deep.equal(['c@x.dev']);
    expect(found('delivery delayed')).to.deep.equal(['b@x.dev']);
    expect(found(' GREY ')).to.deep.equal(['b@x.dev']);
    expect(found('')).to.have.length(3);
    expect(found('nobody')).to.deep.equal([]);
  });

  it('name the first of their recipients and count the others', () => {
    expect(recipientsInShort(EMAIL)).to.deep.equal({ first: 'bo@customer.dev', more: 2 });
    expect(recipientsInShort({ to: ['a@x.dev'], cc: null, bcc: null })).to.deep.equal({
      first: 'a@x.dev',
      more: 0,
    });
  });

  it('take addresses with commas, semicolons and line ends between them, which names may have in quotes', () => {
    const cases: [string, string[]][] = [
      ['', []],
      [' , ;\n', []],
      ['a@x.dev, b@x.dev;c@x.dev\r\nd@x.dev', ['a@x.dev', 'b@x.dev', 'c@x.dev', 'd@x.dev']],
      ['"Doe, Jo" <jo@x.dev>, Bo <bo@x.dev>', ['"Doe, Jo" <jo@x.dev>', 'Bo <bo@x.dev>']],
      ['"a\\"b, c" <x@x.dev>,y@x.dev', ['"a\\"b, c" <x@x.dev>', 'y@x.dev']],
      ['"open, a@x.dev\nb@x.dev', ['"open', 'a@x.dev', 'b@x.dev']],
      ['<open, a@x.dev', ['<open', 'a@x.dev']],
    ];
    for (const [typed, addresses] of cases) expect(splitAddresses(typed), typed).to.deep.equal(addresses);
    expect(['a@x.dev', 'bü@xn--x.dev'].every(looksLikeAddress)).to.equal(true);
    expect(['', 'a', 'a@b', '@x.dev', 'a b@x.dev', 'Bo <a@x.dev>'].some(looksLikeAddress)).to.equal(false);
  });

  it('take each address to suppress once, without its name, and what is none apart', () => {
    const { addresses, odd } = readAddresses('a@x.dev, Bo <b@x.dev>\nnonsense c@x.dev\nA@x.dev;nonsense "d');
    expect(addresses).to.deep.equal(['a@x.dev', 'b@x.dev', 'c@x.dev']);
    expect(odd).to.deep.equal(['nonsense', '"d']);
    expect(readAddresses(' \n')).to.deep.equal({ addresses: [], odd: [] });
  });

  it('are sent as they were typed, without what was left empty', () => {
    const draft = { ...BLANK, from: ' hi@acme.dev ', to: 'a@x.dev, b@x.dev', subject: 'Hi', text: 'Hello' };
    expect(bodyOf(draft)).to.deep.equal({
      from: 'hi@acme.dev',
      to: ['a@x.dev', 'b@x.dev'],
      subject: 'Hi',
      text: 'Hello',
    });
    const full = { ...draft, cc: 'c@x.dev', tags: 'kind:order, odd', scheduledAt: ' tomorrow at 9am ' };
    expect(bodyOf(full)).to.deep.include({
      cc: ['c@x.dev'],
      tags: [
        { name: 'kind', value: 'order' },
        { name: 'odd', value: '' },
      ],
      scheduled_at: 'tomorrow at 9am',
    });
  });

  it('are sent again with everything but their files and their time', () => {
    expect(bodyOf(draftOf(EMAIL))).to.deep.equal({
      from: EMAIL.from,
      to: EMAIL.to,
      bcc: EMAIL.bcc,
      subject: 'Hi',
      html: '<p>Hi</p>',
      tags: EMAIL.tags,
      headers: EMAIL.headers,
      preview_text: 'Soon',
    });
    expect(draftOf({ ...EMAIL, html: null, text: 'Only its recipients …', source: 'notice' }).text).to.equal(
      '',
    );
    expect([isBlank({ ...BLANK, from: 'a@x.dev' }), isBlank(draftOf(EMAIL))]).to.deep.equal([true, false]);
  });

  it('have texts of any length, in pieces that lose nothing', () => {
    const lines = 'A line of a text.\n'.repeat(40_000);
    const single = '😀'.repeat(200_000);
    for (const text of ['', 'short', lines, single]) {
      expect(piecesOf(text).join('') === text).to.equal(true);
      expect(text.startsWith(startOf(text))).to.equal(true);
      expect(startOf(text).length).to.be.at.most(SHOWN_FIRST);
      expect(piecesOf(text).every((piece) => piece.isWellFormed())).to.equal(true);
    }
    expect(piecesOf(lines).every((piece) => piece.endsWith('\n'))).to.equal(true);
    expect([0, 999, 1_500, 123_456, 10_485_760].map(sizeInWords)).to.deep.equal([
      '0 B',
      '999 B',
      '1.5 KB',
      '123 KB',
      '10.5 MB',
    ]);
  });
});

describe('An address of the simulator', () => {
  it('has the label of the person, as far as it can be one', () => {
    for (const [email, expected] of [
      ['ana@acme.dev', 'bounced+ana@simulator.test'],
      ['Ana.Doe+news@acme.dev', 'bounced+Ana.Doe-news@simulator.test'],
      ['"a@b .."@acme.dev', 'bounced+a-b@simulator.test'],
      ['..@acme.dev', 'bounced@simulator.test'],
      ['ünï@acme.dev', 'bounced+n@simulator.test'],
      [`${'a'.repeat(64)}@acme.dev`, `bounced+${'a'.repeat(56)}@simulator.test`],
    ] as const)
      expect(simulatorAddress('bounced', email, 'simulator.test'), email).to.equal(expected);
  });
});
