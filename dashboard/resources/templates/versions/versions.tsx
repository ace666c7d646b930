// The versions of a template, newest first: two of them are compared by lines, and each older one can be gone back to.

import GitCompare from 'lucide-react/icons/git-compare-arrows';
import History from 'lucide-react/icons/history';
import type { Template, TemplateVersionItem } from '../../../api/generated/types.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListParts, ListTop } from '../../../lists/list-parts.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { useDialogParameter } from '../../../records/use-dialog-parameter.ts';
import { TEMPLATE_VERSIONS } from '../list.ts';
import { VERSION_STATES } from '../words.ts';
import { CompareVersions, nameOfVersion } from './compare-versions.tsx';
import { useRevert } from './use-revert.ts';
import css from './versions.module.css';

/** The tab. */
export function Versions({ template }: { template: Template }) {
  const { id, current_version_id: newest } = template;
  const { list, top } = usePlacedList(TEMPLATE_VERSIONS, { id });
  const [compared, setCompared] = useDialogParameter(`${TEMPLATE_VERSIONS.prefix}compared`);
  const revert = useRevert(template);
  const columns = [
    ...COLUMNS,
    actsColumn(template, { onCompare: (version) => setCompared(`${version}.${newest}`), revert }),
  ];
  return (
    <>
      <ListTop place={top} />
      {revert.failure && <FailureNote failure={revert.failure} />}
      <ListParts
        label="Versions of the template"
        columns={columns}
        filters={[]}
        list={list}
        empty={<EmptyState title="No version">There is always one.</EmptyState>}
      />
      <CompareVersions
        templateId={id}
        compared={compared}
        onChoose={setCompared}
        onClose={() => setCompared(undefined)}
      />
    </>
  );
}

const COLUMNS: readonly Column<TemplateVersionItem>[] = [
  {
    id: 'state',
    header: 'State',
    width: '120px',
    render: ({ status }) => <Status status={status} label={VERSION_STATES[status]} />,
  },
  { id: 'subject', header: 'Subject', render: ({ subject }) => subject },
  {
    id: 'time',
    header: 'Edited',
    width: '112px',
    render: ({ updated_at }) => <Time at={updated_at} isInRow />,
  },
];

interface VersionActs {
  onCompare(version: string): void;
  revert: ReturnType<typeof useRevert>;
}

function actsColumn(
  { current_version_id: newest }: Template,
  { onCompare, revert }: VersionActs,
): Column<TemplateVersionItem> {
  return {
    id: 'acts',
    header: '',
    kind: 'action',
    width: '84px',
    render: (version) =>
      version.id !== newest && (
        <span className={css['acts']}>
          <IconButton
            label={`Compare ${nameOfVersion(version)} with the newest`}
            icon={GitCompare}
            onPress={() => onCompare(version.id)}
          />
          <IconButton
            label={`Restore ${nameOfVersion(version)}`}
            icon={History}
            refusal={revert.refusal}
            onPress={() => revert.revertTo(version.id)}
          />
        </span>
      ),
  };
}
