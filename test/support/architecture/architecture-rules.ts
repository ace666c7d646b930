// Tests a rule of the architecture twice: it must hold for the present code, and it must fail for made-up files that
// break it, so that no rule can always pass.
import { expect } from 'chai';
import { importsOf, readSourceFiles, type SourceFile } from '../documents/source-files.ts';

/** A made-up file. */
export type MadeUpFile = Pick<SourceFile, 'path' | 'text'>;

/** A rule, and files that break it. */
export interface ArchitectureRule {
  title: string;
  /** Returns one text for each place that breaks the rule. */
  findBreaches(files: readonly SourceFile[]): string[];
  /** Made-up files that break it in exactly one place, each alone or together with the others of its list. */
  broken: (MadeUpFile | MadeUpFile[])[];
}

/** Defines the two tests of each rule. @param files the present ones that the rules are about */
export function testRules(rules: readonly ArchitectureRule[], files = readSourceFiles()): void {
  for (const { title, findBreaches, broken } of rules) {
    it(`holds that ${title}`, () => {
      expect(findBreaches(files)).to.deep.equal([]);
    });

    it(`would notice if it did not hold that ${title}`, () => {
      expect(broken).not.to.have.length(0);
      for (const madeUp of broken.map((one) => [one].flat())) {
        const madeUpFiles = madeUp.map((file) => ({ ...file, imports: importsOf(file.path, file.text) }));
        expect(findBreaches(madeUpFiles), JSON.stringify(madeUp[0])).to.have.length(1);
      }
    });
  }
}

/** A rule that applies to each file separately. */
export function eachFile(
  findBreaches: (file: SourceFile) => string[],
): (files: readonly SourceFile[]) => string[] {
  return (files) => files.flatMap(findBreaches);
}

/** Whether a file is in one of these folders, or is one of these files. */
export function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`));
}
