// The form of a step that sends an email: the template with the values of its variables, and what takes the place of the
// template's.
import { useState } from 'react';
import { TopicField } from '../../../../audience/topic-field.tsx';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { splitAddresses } from '../../../../format/addresses.ts';
import { type PublishedTemplate, usePublished } from '../../../campaigns/edit/content/use-published.ts';
import { readValue, type ValueType } from '../../../templates/editor/value-text.ts';
import { editorPath } from '../../../templates/list.ts';
import { readPublished } from '../../../templates/read-published.ts';
import { GivenField } from './given-field.tsx';
import { type ConfigProps, withPart } from './step-props.ts';

/** The part of a config that names a template. */
interface NamedTemplate {
  id: string;
  variables?: Readonly<Record<string, unknown>>;
}

/** The fields. */
export function SendEmailForm(props: ConfigProps) {
  const { config, onChange, errorOf, fields } = props;
  const template = config['template'] as NamedTemplate | undefined;
  const published = usePublished(template?.id);
  const given = (name: string, value: unknown, changed: string) =>
    onChange(withPart(config, name, value), changed);
  return (
    <>
      <TemplateField
        template={template}
        published={published}
        onChange={(next) => given('template', next, 'template')}
        error={errorOf('template.id') ?? errorOf('template')}
      />
      {template && <Variables {...props} template={template} published={published} />}
      <GivenField
        label="From"
        value={config['from']}
        onChange={(value) => given('from', value, 'From')}
        fields={fields}
        placeholder={published.template?.from ?? 'From the template or the domain'}
        error={errorOf('from')}
      />
      <GivenField
        label="Subject"
        value={config['subject']}
        onChange={(value) => given('subject', value, 'subject')}
        fields={fields}
        placeholder={published.template?.subject ?? 'From the template'}
        error={errorOf('subject')}
      />
      <GivenField
        label="Reply-to"
        value={listText(config['reply_to'])}
        onChange={(value) => given('reply_to', value, 'reply-to')}
        read={(text) => ({ value: splitAddresses(text) })}
        fields={fields}
        hint="Separate addresses with commas."
        placeholder={published.template?.reply_to?.join(', ') ?? 'From the template'}
        error={errorOf('reply_to')}
      />
      <TopicField
        topicId={typeof config['topic_id'] === 'string' ? config['topic_id'] : null}
        onChange={(id) => given('topic_id', id ?? undefined, 'topic')}
        error={errorOf('topic_id')}
      />
    </>
  );
}

interface TemplateFieldProps {
  template: NamedTemplate | undefined;
  published: PublishedTemplate;
  onChange(template: NamedTemplate | undefined): void;
  error: string | undefined;
}

function TemplateField({ template, published, onChange, error }: TemplateFieldProps) {
  const [chosen, setChosen] = useState<{ id: string; label: string }>();
  const isGone = published.failure?.status === 404;
  const known = published.template?.name ?? (chosen && chosen.id === template?.id ? chosen.label : '…');
  const label = isGone ? `Deleted template ${template?.id}` : known;
  const isDraft = published.template !== undefined && published.template.status !== 'published';
  return (
    <>
      <ComboBox
        label="Template"
        value={template && { id: template.id, label }}
        onChange={(next) => {
          if (!next) return onChange(undefined);
          if (next.id === undefined || next.id === template?.id) return;
          setChosen({ id: next.id, label: next.label });
          onChange({ id: next.id });
        }}
        read={readPublished}
        placeholder="Name of a published template"
        hint={
          isDraft
            ? 'This template is not published yet. Publish it before you turn on the automation.'
            : undefined
        }
        error={isGone ? 'This template was deleted. Choose another one.' : error}
        isRequired
      />
      {template && published.template && (
        <div>
          <ButtonLink size="small" href={editorPath(published.template.id)} isLoaded>
            Edit template
          </ButtonLink>
        </div>
      )}
    </>
  );
}

interface VariablesProps extends ConfigProps {
  template: NamedTemplate;
  published: PublishedTemplate;
}

/** The variables of the template, and given ones that it does not have. */
function Variables({ config, onChange, errorOf, fields, template, published }: VariablesProps) {
  const { variables = {} } = template;
  const declared = published.content?.variables ?? [];
  const others = Object.keys(variables).filter((key) => !declared.some((each) => each.key === key));
  const all = [
    ...declared,
    ...others.map((key) => ({ key, type: typeOf(variables[key]), fallback_value: null })),
  ];
  const change = (key: string, value: unknown) => {
    const next = withPart(variables, key, value);
    const isEmpty = Object.keys(next).length === 0;
    onChange(
      withPart(config, 'template', withPart(template, 'variables', isEmpty ? undefined : next)),
      `variable ${key}`,
    );
  };
  return all.map(({ key, type, fallback_value: fallback = null }) => (
    <GivenField
      key={`${template.id} ${key}`}
      label={key}
      value={variables[key]}
      onChange={(value) => change(key, value)}
      read={(text) => {
        const { value, fault } = readValue(type, text);
        return fault === undefined ? { value } : { fault };
      }}
      fields={fields}
      hint={
        fallback === null
          ? 'A value, or the name of a field, such as contact.first_name.'
          : `Fallback: ${JSON.stringify(fallback)}.`
      }
      error={errorOf(`template.variables.${key}`)}
      isRequired={fallback === null}
    />
  ));
}

function typeOf(value: unknown): ValueType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) ? 'list' : 'string';
}

/** Several addresses as one text; a list with references stays unchanged. */
function listText(value: unknown): unknown {
  const isOfTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isOfTexts ? value.join(', ') : value;
}
