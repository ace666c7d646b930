// What a lab holds against a failure (deploy/lab/report.ts).
import { expect } from 'chai';
import type { Mail } from '../../deploy/lab/mail-load.ts';
import { evaluate } from '../../deploy/lab/report.ts';

const failure = { limitSeconds: 10, ratio: 1.5 };
const EPISODE = { from: 0, bareSeconds: 20, ourSeconds: 21, ended: 0, problem: undefined, seconds: 60 };
const FIRST = { ...EPISODE, failure: { name: 'killed', ...failure } };
const SECOND = { ...EPISODE, from: 100_000, failure: { name: 'frozen', ...failure } };

const mailOf = (askedAt: number, ...arrivedAt: number[]): Mail => ({
  to: 'a@customer.dev',
  askedAt,
  acceptedAt: askedAt,
  arrivedAt,
});

function problemsOf(mails: Mail[], first: Partial<typeof EPISODE> = {}): readonly string[] {
  return evaluate('lab', [{ ...FIRST, ...first }, SECOND], { mails, problems: [] }).problems;
}

describe('The report of a lab', () => {
  it('has no problem with a mail that arrives 10 s after the pause', () => {
    expect(problemsOf([mailOf(1_000, 32_000)])).to.deep.equal([]);
  });

  it('names a failure of which a mail arrives later', () => {
    expect(problemsOf([mailOf(1_000, 33_000)]).join()).to.match(/^lab: killed: a mail took 32\.0 s/);
  });

  it('counts a mail that was on its way at a strike for that failure', () => {
    const calm = { bareSeconds: 0.1, ourSeconds: 0.1 };
    expect(problemsOf([mailOf(99_000, 121_000)], calm)).to.deep.equal([]);
  });

  it('names mail that was lost or came twice', () => {
    const problems = problemsOf([mailOf(1_000), mailOf(2_000, 3_000, 4_000)]);
    expect(problems).to.deep.equal(['lab: killed: 1 mails lost', 'lab: killed: 1 mails doubled']);
  });

  it('asks for a person only where mail did not come back', () => {
    const episodes = [{ ...FIRST, problem: 'not back after 120 s' }, SECOND];
    const [, , killed, frozen] = evaluate('lab', episodes, { mails: [], problems: [] }).table.split('\n');
    expect([killed, frozen].map((row) => row?.split(' | ').at(-1))).to.deep.equal([
      'to look at it |',
      'nothing |',
    ]);
  });
});
