// Contenders whose figures are compared within a round are measured in turns, once for each round.
import { expect } from 'chai';
import { inTurns, takeTurns } from '../../bench/dashboard/in-turns.ts';

describe('Measuring in turns', () => {
  it('does every work as often, and begins each turn with another one', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => {
      done.push(name);
      return await Promise.resolve(done.length);
    };
    const figures = await takeTurns({ a: work('a'), b: work('b') }, 3);
    expect(done.join('')).to.equal('abbaab');
    expect([...figures]).to.deep.equal([
      ['a', [1, 4, 5]],
      ['b', [2, 3, 6]],
    ]);
  });

  it('measures all when the first contender of a round asks, whichever it is', async () => {
    let rounds = 0;
    const figuresOf = inTurns(async () => {
      rounds += 1;
      return await Promise.resolve(new Map(['a', 'b'].map((name) => [name, { ms: rounds }])));
    });
    const read = async (names: string[]) => {
      const figures: unknown[] = [];
      for (const name of names) figures.push((await figuresOf(name))['ms']);
      return figures;
    };
    expect(await read(['a', 'b'])).to.deep.equal([1, 1]);
    expect(await read(['b', 'a'])).to.deep.equal([2, 2]);
  });
});
