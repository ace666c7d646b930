// How a rule of the house is tested: it holds for the code as it is, and it is tried on made-up files that break it, so
// that none can only pass.
import { expect } from 'chai';
import { importsOf, readSourceFiles, type SourceFile } from '../source-files.ts';

/** A file that nobody has written. */
export type MadeUpFile = Pick<SourceFile, 'path' | 'text'>;

/** A rule, and what breaks it. */
export interface HouseRule {
  title: string;
  /** One text for each place that breaks the rule. */
  findBreaches(files: readonly SourceFile[]): string[];
  /** Files that break it once, each by themselves or with the others of their list. */
  broken: (MadeUpFile | MadeUpFile[])[];
}

/** Defines the tests of rules: two of each. */
export function itHolds(rules: readonly HouseRule[]): void {
  const files = readSourceFiles();
  for (const { title, findBreaches, broken } of rules) {
    it(`holds that ${title}`, () => {
      expect(findBreaches(files)).to.deep.equal([]);
    });

    it(`would notice if it did not hold that ${title}`, () => {
      expect(broken).not.to.have.length(0);
      for (const madeUp of broken.map((one) => [one].flat())) {
        const house = madeUp.map((file) => ({ ...file, imports: importsOf(file.path, file.text) }));
        expect(findBreaches(house), JSON.stringify(madeUp[0])).to.have.length(1);
      }
    });
  }
}

/** A rule of which each file is held to by itself. */
export function eachFile(
  findBreaches: (file: SourceFile) => string[],
): (files: readonly SourceFile[]) => string[] {
  return (files) => files.flatMap(findBreaches);
}

/** Whether a file lies in one of these folders, or is one of these files. */
export function liesIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`));
}
