// The page of a poll (docs/reference/polls.md#the-page).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { readPage } from '../unsubscribes/person.ts';
import { createVoter, type Voter } from './voter.ts';

const MARKUP = `"><script>x()</script><img src=//evil.test onerror=x()> & '`;

describe('The page of a poll', () => {
  const app = useApp();
  const voter = useEach(() => createVoter(app));
  const get = (path: string) => app.bare().get(path);
  const chosenIn = ({ poll }: Voter, html: string) => {
    const [, id] = /value="([^"]*)" required checked/.exec(html) ?? [];
    return poll.options.find((option) => option.id === id)?.label;
  };

  it('Asks the question with the option of the link chosen, and lists the others.', async () => {
    for (const [option, label] of [
      [1, 'Good'],
      [3, 'Poor'],
    ] as const) {
      const page = await get(voter.pathOf(option));
      expect(readPage(page)).to.equal('Was this helpful? Your answer Good Fair Poor Vote');
      expect(chosenIn(voter, page.text)).to.equal(label);
    }
  });

  it('Says after a vote what was stored, with the address masked, and lets the person change it.', async () => {
    const voted = await voter.vote(2);
    expect(readPage({ status: 200, text: voted })).to.equal(
      'Was this helpful? b•••@c•••.dev has voted: Fair. Thank you. You can change your vote below. Your answer Good Fair Poor Vote',
    );
    expect(chosenIn(voter, voted)).to.equal('Fair');
    const again = await get(voter.pathOf(3));
    expect(readPage(again)).to.include('b•••@c•••.dev has voted: Fair. Your answer');
    expect(chosenIn(voter, again.text)).to.equal('Poor');
    expect(await voter.vote(3)).to.include('Poor</bdi></strong>');
    expect(await voter.votes()).to.deep.equal({ 'bo@customer.dev': 3 });
  });

  it('Shows the votes of each option after a vote where results are public, and never where they are private.', async () => {
    expect(await voter.vote(1)).not.to.include('Results');
    const open = await createVoter(app, { poll: { results: 'public' } });
    for (const address of ['ana@x.dev', 'cy@x.dev']) await open.vote(3, { address });
    expect((await get(open.pathOf(1))).text).not.to.include('Results');
    expect(readPage({ status: 200, text: await open.vote(1) })).to.include(
      'Results 3 votes in total. Good (your vote): 1 vote, 33.3 % Fair : 0 votes, 0 % Poor : 2 votes, 66.7 %',
    );
  });

  it('Says from `closes_at` on that the poll has ended, with its results if they are public, and takes no vote.', async () => {
    const closesAt = new Date(app.clock.now().getTime() + 1_000).toISOString();
    const poll = { closesAt, results: 'public' } as const;
    const ending = await createVoter(app, { poll });
    await ending.vote(1);
    app.clock.advance(1_000);
    const late = await ending.vote(2);
    const ended =
      'Was this helpful? This poll has ended. b•••@c•••.dev has voted: Good. Results 1 vote in total.';
    for (const text of [late, (await get(ending.pathOf(2))).text]) {
      expect(readPage({ status: 200, text })).to.include(ended);
      expect(text).not.to.include('<form');
    }
    expect(await ending.votes()).to.deep.equal({ 'bo@customer.dev': 1 });
  });

  it('Shows question and options as texts, and serves them without scripts, in the colours of the account.', async () => {
    const hostile = await createVoter(app, { poll: { question: MARKUP, labels: [MARKUP, 'No'] } });
    await hostile.owner.api.patch('/unsubscribe-page').send({ accent_color: '#0a7d4f' }).expect(200);
    const { text, headers } = await get(hostile.pathOf(1));
    for (const page of [text, await hostile.vote(1)]) expect(page).not.to.match(/<(script|img)/);
    expect(text).to.include('--accent: #0a7d4f').and.include('&lt;script&gt;');
    expect(headers['content-security-policy'])
      .to.include("default-src 'none'")
      .and.include("form-action 'self'")
      .and.include("frame-ancestors 'none'");
    expect(headers).to.include({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['x-robots-tag']).to.equal('noindex');
  });
});
