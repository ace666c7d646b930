// A template: its newest version as people get it, and its versions, each under a tab with a path of its own.
import { useLocation, useSearch } from 'wouter';
import type { Template } from '../../../api/generated/types.ts';
import { Tabs } from '../../../design/controls/tabs.tsx';
import { Status } from '../../../design/text/status.tsx';
import { SimpleRecord } from '../../../records/simple-record.tsx';
import { TEMPLATE_VERSIONS, TEMPLATES_PATH } from '../list.ts';
import { Versions } from '../versions/versions.tsx';
import { templateBadge } from '../words.ts';
import { CopySend } from './copy-send.tsx';
import { RenameTemplate } from './rename-template.tsx';
import { TemplateActs } from './template-acts.tsx';
import { TemplateFacts } from './template-facts.tsx';
import { TemplatePreview } from './template-preview.tsx';
import css from './template-record.module.css';

const TABS = [
  { id: 'preview', label: 'Preview' },
  { id: 'versions', label: 'Versions' },
];

interface TemplateRecordProps {
  id: string;
  tab: 'preview' | 'versions';
}

/** The record. */
export function TemplateRecord({ id, tab }: TemplateRecordProps) {
  return (
    <SimpleRecord
      id={id}
      read="getTemplate"
      what="template"
      listPath={TEMPLATES_PATH}
      title={({ name }) => <span className={css['name']}>{name}</span>}
      mark={(template) => <Status {...templateBadge(template)} />}
      copied={(template) => <CopySend template={template} />}
      acts={(template) => <TemplateActs template={template} />}
      edit={{ operation: 'updateTemplate', label: 'Rename', Dialog: RenameTemplate }}
      removal={{
        operation: 'deleteTemplate',
        label: 'Delete',
        title: () => 'Delete this template?',
        lost: ({ name }) => (
          <p>
            <strong>{name}</strong> and all of its versions are deleted, and sends that use it fail. Mail that
            was already created keeps its content. If anything still uses the template, the uses are listed
            here and you must change them first.
          </p>
        ),
        confirmLabel: 'Delete template',
        done: () => 'Template deleted.',
      }}
    >
      {(template) => <TabsOfTemplate template={template} tab={tab} />}
    </SimpleRecord>
  );
}

function TabsOfTemplate({ template, tab }: { template: Template; tab: TemplateRecordProps['tab'] }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const path = `${TEMPLATES_PATH}/${template.id}`;
  const select = (chosen: string) => {
    const others = withoutVersions(search);
    const next = chosen === 'versions' ? `${path}/versions` : path;
    navigate(others ? `${next}?${others}` : next);
  };
  return (
    <>
      <TemplateFacts template={template} />
      <Tabs label="Template" tabs={TABS} selected={tab} onSelect={select}>
        {tab === 'versions' ? <Versions template={template} /> : <TemplatePreview template={template} />}
      </Tabs>
    </>
  );
}

/** The page of the versions and the comparison belong to one template only. */
function withoutVersions(search: string): string {
  const others = [...new URLSearchParams(search)].filter(
    ([name]) => !name.startsWith(TEMPLATE_VERSIONS.prefix),
  );
  return new URLSearchParams(others).toString();
}
