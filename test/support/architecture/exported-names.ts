// Finds the names that a file exports. An unknown form of export is an error, so that no export escapes the rules.

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum|namespace) (?<name>\w+)/;

/**
 * The names that a text declares and exports.
 * @throws Error on an `export` that declares no name: of a list, of a pattern, or the default one
 */
export function exportedNames(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^export\b/.test(line))
    .map((line) => {
      const name = DECLARATION.exec(line)?.groups?.['name'];
      if (name === undefined) throw new Error(`An export that declares no name: ${line}`);
      return name;
    });
}
