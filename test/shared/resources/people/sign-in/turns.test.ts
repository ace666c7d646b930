import { expect } from 'chai';
import { SignInTurns } from '../../../../../shared/resources/people/sign-in/turns.ts';
import { failureOf } from '../../../../support/failure-of.ts';

describe('The turns at signing in', () => {
  /** Attempts that run until they are ended, named by their network, their person and a number. */
  function open() {
    const turns = new SignInTurns();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const attempt = (name: string) => {
      const [network = '', person = ''] = name;
      return turns.run({ networkAddress: network, email: person }, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        if (name.endsWith('!')) throw new Error('a failure');
        return name;
      });
    };
    /** Ends an attempt that has begun. */
    const end = async (name: string, work: Promise<unknown> | undefined) => {
      ends.get(name)?.();
      await work?.catch(() => {});
    };
    return { turns, begun, attempt, end };
  }

  it('let attempts of one network run one after the other, and those of others at the same time', async () => {
    const { begun, attempt, end } = open();
    const works = new Map(['ap1!', 'aq2', 'br1', 'as3'].map((name) => [name, attempt(name)]));
    const failure = failureOf(works.get('ap1!') ?? expect.fail());
    expect(begun).to.deep.equal(['ap1!', 'br1']);
    await end('ap1!', works.get('ap1!'));
    expect((await failure).message).to.equal('a failure');
    expect(begun).to.deep.equal(['ap1!', 'br1', 'aq2']);
    await end('aq2', works.get('aq2'));
    expect(await works.get('aq2')).to.equal('aq2');
    expect(begun).to.deep.equal(['ap1!', 'br1', 'aq2', 'as3']);
    for (const name of ['as3', 'br1']) await end(name, works.get(name));
    void attempt('ap4');
    expect(begun.at(-1)).to.equal('ap4');
  });

  it('let attempts for one person run one after the other, from whatever networks, in the order of the networks', async () => {
    const { begun, attempt, end } = open();
    const works = new Map(['ap1', 'ap2', 'bp1', 'bp2', 'cp1', 'dq1'].map((name) => [name, attempt(name)]));
    expect(begun).to.deep.equal(['ap1', 'dq1']);
    for (const name of ['ap1', 'bp1', 'cp1', 'ap2', 'bp2']) await end(name, works.get(name));
    expect(begun).to.deep.equal(['ap1', 'dq1', 'bp1', 'cp1', 'ap2', 'bp2']);
  });

  it('let no attempt that waits for its network keep others from the person that it names', () => {
    const { begun, attempt } = open();
    for (const name of ['ap1', 'aq1', 'bq1']) void attempt(name);
    expect(begun).to.deep.equal(['ap1', 'bq1']);
  });

  for (const [what, most, turnOf] of [
    ['of its network', 50, (index: number) => ({ networkAddress: 'a', email: `${index}` })],
    ['for its person', 100, (index: number) => ({ networkAddress: `${index}`, email: 'p' })],
  ] as const)
    it(`refuse an attempt when ${most} ${what} are under way, and no others for it`, async () => {
      const turns = new SignInTurns();
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const works = Array.from({ length: most }, (_, index) => turns.run(turnOf(index), () => gate));
      const refusal = await failureOf(turns.run(turnOf(most), async () => {}));
      expect(refusal).to.include({ name: 'rate_limit_exceeded', retryAfterSeconds: 5 });
      const other = { networkAddress: 'another', email: 'another' };
      expect(await turns.run(other, async () => 'done')).to.equal('done');
      release();
      await Promise.all(works);
      expect(await turns.run(turnOf(most), async () => 'done')).to.equal('done');
    });
});
