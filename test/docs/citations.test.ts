// What comments, documents and messages cite can be opened: a path of this repository (with a heading after `#`, where
// one is named), a file by its name alone, or an RFC. A reader never meets a document that is not here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { exists, readDocuments } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';
import { listFiles, readSourceFiles } from '../support/documents/source-files.ts';

interface Cited {
  path: string;
  text: string;
}

const TOP_FOLDERS = 'release|api|shared|smtp|workers|cli|dev|ops|bench|deploy|test|migrations|docs';
const PATH = new RegExp(`(?<![\\w./@-])(?:${TOP_FOLDERS})/[\\w./*<>{},-]*[\\w*>}/](?:#[\\w-]+)?`, 'g');
const DOCUMENT = /(?<![\w./-])[\w./-]+\.md(?:#[\w-]+)?/g;
const FILE_NAME = /(?<![\w./@*-])[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|tsx)\b/g;
/** A section sign belongs to a document that everybody can find. */
const SECTION = /§/g;
const NAMED_SECTION = /(?:RFC|ISO|draft-[\w-]+)[^.;)]*§[^.;)]*/g;
/** Documents that are not here, by the names that they used to be cited by. */
const ELSEWHERE = /\b(?:design (?:rules?|wants?|has|says?)|the design's|the specification|issue \d+)\b/gi;
/** Pages that are named in a text of the program, such as an error message. */
const PAGE = /(?<![\w./-])docs\/[\w/.-]+\.md(?:#[\w-]+)?/g;
const COMMENT = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;

const files = listFiles('');
const sources = readSourceFiles();
const documents = readDocuments();
/** Files that are neither code nor Markdown, and cite. */
const others = [
  '.ci/run',
  '.dockerignore',
  'Dockerfile',
  'Procfile',
  'app.json',
  'compose.yaml',
  ...listFiles('deploy'),
  'docs/operations/alerts.yml',
  'docs/operations/grafana-dashboard.json',
];
const fileNames = new Set(sources.map(({ path: file }) => path.posix.basename(file)));

/** Paths that documents name and that are made by building, installing or running. */
const MADE = /^(?:dist|node_modules|\.posthorn)/;
/** The part from which a path stands for several: `test/api/<resource>/`, `test/{a,b}.ts`. */
const PLACEHOLDER = /[^/]*[<{].*$/;

/** The comments of a file, and outside of tests the pages that its texts name. */
function citingPartsOf({ path: file, text }: Cited): Cited {
  const comments = [...text.matchAll(COMMENT)].map(([comment]) => comment);
  const pages = file.startsWith('test/') ? [] : (text.match(PAGE) ?? []);
  return { path: file, text: [...comments, ...pages].join('\n') };
}

/** @returns what is cited and cannot be opened */
function unresolved({ path: file, text }: Cited): string[] {
  const paths = [...text.matchAll(PATH)].map(([cited]) => cited);
  const pages = file.endsWith('.md') ? [] : [...text.matchAll(DOCUMENT)].map(([cited]) => cited);
  const names = [...text.matchAll(FILE_NAME)].map(([cited]) => cited);
  const sections = text.replace(NAMED_SECTION, '').match(SECTION) ?? [];
  return [
    ...[...new Set([...paths, ...pages])].filter((cited) => !opens(cited)),
    ...names.filter((cited) => !fileNames.has(cited)),
    ...sections.map(() => '§ of no RFC'),
    ...(text.match(ELSEWHERE) ?? []),
  ].map((cited) => `${file}: ${cited}`);
}

function opens(cited: string): boolean {
  const [named = '', anchor] = cited.split('#');
  if (MADE.test(named)) return true;
  return named.includes('*') ? matchesAny(named) : exists(named.replace(PLACEHOLDER, ''), anchor);
}

/** Whether a pattern such as `test/flows/crash-*.test.ts` has a file. */
function matchesAny(pattern: string): boolean {
  const matching = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return files.some((file) => matching.test(file));
}

describe('What comments and documents cite', () => {
  it('is in this repository or in an RFC', () => {
    const inCode = sources.map(citingPartsOf);
    const elsewhere = others.map((file) => ({
      path: file,
      text: readFileSync(path.join(ROOT, file), 'utf8'),
    }));
    expect(inCode.filter(({ text }) => text !== '')).to.have.length.above(500);
    expect([...inCode, ...documents, ...elsewhere].flatMap(unresolved).join('\n')).to.equal('');
  });

  it('would not pass if it could not be opened', () => {
    const cite = (text: string) => unresolved(citingPartsOf({ path: 'shared/made-up.ts', text }));
    const good = [
      '// docs/architecture/guarantees.md#lock-order, shared/platform/db/page.ts, page.ts, test/flows/crash-*.test.ts',
      '/** RFC 5321 §4.5.3.1, and RFC 8058. */',
      "const file = 'shared/absent.ts';",
      "const hint = 'See docs/cli.md#output.';",
      'call(); // docs/cli.md',
    ];
    expect(cite(good.join('\n'))).to.deep.equal([]);
    expect(cite("const hint = 'See docs/absent.md.';")).to.have.length(1);
    const bad = [
      'docs/absent.md',
      'absent.md',
      'docs/cli.md#absent',
      'shared/absent.ts',
      'absent.ts',
      'test/flows/absent-*.test.ts',
      'test/*/absent.ts',
      'shared/absent/<resource>/',
      'the table in §2',
      'design rule 4',
    ];
    for (const text of bad) {
      expect(cite(`// See ${text}.`), text).not.to.have.length(0);
      expect(cite(`call(); // See ${text}.`), text).not.to.have.length(0);
      expect(cite(`/**\n * See ${text}.\n */`), text).not.to.have.length(0);
    }
  });
});
