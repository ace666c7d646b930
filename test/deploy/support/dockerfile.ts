// Parses the part of the Dockerfile language that our Dockerfile uses.

/** One line of a stage, for example `COPY` with `. .`. */
export interface Instruction {
  keyword: string;
  text: string;
}

/** From one FROM to the next. */
export interface Stage {
  /** An image, or the name of an earlier stage. */
  base: string;
  /** The last stage has none. */
  name: string | undefined;
  instructions: Instruction[];
}

/** A COPY: from the context, or from another stage. */
export interface Copy {
  from: string | undefined;
  sources: string[];
  target: string;
}

/** Reads the stages. @throws when a line is not an instruction of a stage */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const { keyword = '', text: rest = '' } = /^(?<keyword>[A-Z]+) (?<text>.+)$/.exec(line)?.groups ?? {};
    if (keyword === 'FROM') {
      const [base = '', , name] = rest.split(' ').filter((word) => !word.startsWith('--'));
      stages.push({ base, name, instructions: [] });
    } else if (keyword && stages.length > 0) stages.at(-1)?.instructions.push({ keyword, text: rest });
    else throw new Error(`The Dockerfile has a line that is not understood: ${line}`);
  }
  return stages;
}

/** The arguments of a COPY. */
export function parseCopy(text: string): Copy {
  const words = text.split(' ');
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const paths = from === undefined ? words : words.slice(1);
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

/** The last value of an instruction in a stage, for example its USER. */
export function lastOf(stage: Stage | undefined, keyword: string): string | undefined {
  return stage?.instructions.findLast((instruction) => instruction.keyword === keyword)?.text;
}
