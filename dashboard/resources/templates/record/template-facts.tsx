// The facts of a template: what programs call it, who it is from, what its mail says before it is opened, and its variables.
import type { Template } from '../../../api/generated/types.ts';
import { type Fact, FactsInShort } from '../../../design/layout/facts.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import css from './template-record.module.css';

/** The line, and all of them on request. */
export function TemplateFacts({ template }: { template: Template }) {
  const { id, alias, from, reply_to, preview_text, published_at, updated_at, created_at } = template;
  return (
    <FactsInShort
      line={[
        ...(alias === null
          ? []
          : [['Alias', <Copyable key="alias" text={alias} label="the alias" isMono />] as const]),
        ['Edited', <Time key="edited" at={updated_at} />],
        ['Variables', template.variables.length],
      ]}
      facts={[
        ['From', from ?? 'Each send provides it'],
        ['Reply-To', reply_to?.join(', ') ?? 'None'],
        ['Subject', template.subject ?? 'Each send provides it'],
        ['Preview text', preview_text ?? 'None'],
        ['Variables', <Variables key="variables" variables={template.variables} />],
        ['Source', template.editor === 'write' ? 'Visual editor' : 'Code'],
        ...inlined(template),
        ['Published', <Time key="published" at={published_at} empty="Never" />],
        ['Created', <Time key="created" at={created_at} />],
        ['Id', <Copyable key="id" text={id} label="the id" isMono />],
      ]}
    />
  );
}

function inlined({ inline_css }: Template): Fact[] {
  return inline_css ? [['CSS', 'Inlined when published']] : [];
}

function Variables({ variables }: Pick<Template, 'variables'>) {
  if (variables.length === 0) return 'None';
  return (
    <ul className={css['variables']}>
      {variables.map(({ key, type, fallback_value: fallback }) => (
        <li key={key}>
          <Code>{key}</Code> {type},{' '}
          {fallback === null ? 'each send provides it' : <>else {JSON.stringify(fallback)}</>}
        </li>
      ))}
    </ul>
  );
}
