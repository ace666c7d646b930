import { expect } from 'chai';
import { SignInTurns } from '../../../../shared/resources/sign-in/turns.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('The turns of client networks at signing in', () => {
  it('let attempts of one network run one after the other, and those of others at the same time', async () => {
    const turns = new SignInTurns();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const attempt = (network: string, name: string) =>
      turns.run(network, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        if (name === 'a1') throw new Error('a failure');
        return name;
      });
    const works = [attempt('a', 'a1'), attempt('a', 'a2'), attempt('b', 'b1'), attempt('a', 'a3')];
    const failure = failureOf(works[0] ?? expect.fail());
    expect(begun).to.deep.equal(['a1', 'b1']);
    ends.get('a1')?.();
    expect((await failure).message).to.equal('a failure');
    expect(begun).to.deep.equal(['a1', 'b1', 'a2']);
    ends.get('a2')?.();
    expect(await works[1]).to.equal('a2');
    expect(begun).to.deep.equal(['a1', 'b1', 'a2', 'a3']);
    for (const name of ['a3', 'b1']) ends.get(name)?.();
    expect(await Promise.all([works[2], works[3]])).to.deep.equal(['b1', 'a3']);
    expect(await turns.run('a', async () => 'again')).to.equal('again');
  });

  it('refuse an attempt when 50 of its network are under way, and no other network for it', async () => {
    const turns = new SignInTurns();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const works = Array.from({ length: 50 }, () => turns.run('a', () => gate));
    const refusal = await failureOf(turns.run('a', async () => {}));
    expect(refusal).to.include({ name: 'rate_limit_exceeded', retryAfterSeconds: 5 });
    expect(await turns.run('b', async () => 'done')).to.equal('done');
    open();
    await Promise.all(works);
    expect(await turns.run('a', async () => 'done')).to.equal('done');
  });
});
