// A long run of little more than a minute: all work is done, nothing is lost, and the run itself holds together.
import { expect } from 'chai';
import { runSoak } from './soak.ts';

describe('A long run', () => {
  it('of a minute loses nothing and leaves no connection', async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const { counts, courses, complaints } = await runSoak({ hours: 0.02, print });
    expect(complaints, lines.join('\n')).to.deep.equal([]);
    expect(counts['judged']).to.be.above(0);
    expect(courses.find(({ what }) => what === 'heap web')?.quarters.at(-1)).to.be.above(0);
  }).timeout(900_000);
});
