// Shell completion scripts for commands and flags. A script contains the whole table (words so far → possible next
// words), so that pressing Tab starts no program.
import type { Command } from 'commander';
import { rejected } from './failure.ts';

/** Words so far → possible next words. */
type Table = { words: string; candidates: string[]; isAction: boolean }[];

const SCRIPTS: Readonly<Record<string, (table: Table, fileFlags: readonly string[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Shells that have a script. */
export const SHELLS = Object.keys(SCRIPTS);

/** The completion script of a shell. @throws CliFailure for an unknown shell */
export function completionScript(program: Command, shell: string): string {
  const write = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (!write) throw rejected(`Unknown shell. There are completions for ${SHELLS.join(', ')}.`);
  return write(listCandidates(program, []), [...new Set(fileFlagsOf(program))]);
}

function listCandidates(command: Command, words: readonly string[]): Table {
  const commands = command.commands.filter((child) => child.name() !== 'help');
  const flags = [...command.options.map(({ long }) => long ?? ''), '--help'];
  const candidates = [...commands.map((child) => child.name()), ...shellsOf(command), ...flags];
  return [
    { words: words.join(' '), candidates, isAction: commands.length === 0 },
    ...commands.flatMap((child) => listCandidates(child, [...words, child.name()])),
  ];
}

/** The flags that take the name of a file, in the whole program. */
function fileFlagsOf(command: Command): string[] {
  const own = command.options.filter(({ flags }) => flags.endsWith('<file>')).map((option) => option.name());
  return [...own, ...command.commands.flatMap(fileFlagsOf)];
}

function shellsOf(command: Command): string[] {
  return command.name() === 'completion' ? SHELLS : [];
}

/** The words before the first flag choose the row; after an action there may be ids. */
function bash(table: Table): string {
  const rows = table.map(
    ({ words, candidates, isAction }) =>
      `    ${quote(words)}${isAction ? `|${quote(`${words} `)}*` : ''}) candidates=${quote(candidates.join(' '))} ;;`,
  );
  return `# Posthorn: completion for bash. Add to ~/.bashrc: source <(posthorn completion bash)
_posthorn() {
  local words="" word candidates=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    words+="\${words:+ }$word"
  done
  case "$words" in
${rows.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _posthorn posthorn
`;
}

function zsh(table: Table): string {
  const rows = table.map(
    ({ words, candidates, isAction }) =>
      `    ${quote(words)}${isAction ? `|${quote(`${words} `)}*` : ''}) candidates=(${candidates.join(' ')}) ;;`,
  );
  return `#compdef posthorn
# Posthorn: completion for zsh. Add to ~/.zshrc, after compinit: source <(posthorn completion zsh)
_posthorn() {
  local so_far="" word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && break
    so_far+="\${so_far:+ }$word"
  done
  case "$so_far" in
${rows.join('\n')}
  esac
  compadd -- "\${candidates[@]}" || _files
}
compdef _posthorn posthorn
`;
}

function fish(table: Table, fileFlags: readonly string[]): string {
  const rows = table.map(
    ({ words, candidates, isAction }) =>
      `    case ${quote(words)}${isAction ? ` ${quote(`${words} *`)}` : ''}\n      printf '%s\\n' ${candidates.map(quote).join(' ')}`,
  );
  return `# Posthorn: completion for fish. posthorn completion fish > ~/.config/fish/completions/posthorn.fish
function __posthorn_candidates
  set -l words (commandline -opc)
  set -e words[1]
  set -l so_far
  for word in $words
    string match -q -- '-*' $word; and break
    set -a so_far $word
  end
  switch "$so_far"
${rows.join('\n')}
  end
end
complete -c posthorn -f -a '(__posthorn_candidates)'
${fileFlags.map((name) => `complete -c posthorn -l ${name} -r -F`).join('\n')}
`;
}

/** Quotes a word for the shell. All words are from this project, so none contains a quote. */
function quote(text: string): string {
  return `'${text}'`;
}
