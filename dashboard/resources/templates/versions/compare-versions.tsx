// The dialog that shows two versions of a template next to each other, and lets one choose others.
import type { TemplateVersionItem } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Select } from '../../../design/fields/select.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { dayAndTime } from '../../../format/time.ts';
import { VERSION_STATES } from '../words.ts';
import { VersionDifferences } from './version-differences.tsx';
import css from './versions.module.css';

/** The number of versions that a template stores, besides an older published one. */
const READ_MAX = 100;

interface CompareVersionsProps {
  templateId: string;
  /** Ids of two versions with a dot between them; undefined: it is closed. */
  compared: string | undefined;
  onChoose(compared: string): void;
  onClose(): void;
}

/** The dialog. */
export function CompareVersions({ compared, onClose, ...of }: CompareVersionsProps) {
  return (
    <Dialog title="What differs" isOpen={compared !== undefined} onClose={onClose} width="wide">
      {compared !== undefined && <Compared {...of} compared={compared} />}
    </Dialog>
  );
}

interface ComparedProps extends Omit<CompareVersionsProps, 'onClose'> {
  compared: string;
}

function Compared({ templateId, compared, onChoose }: ComparedProps) {
  const input = { id: templateId, query: { limit: READ_MAX } };
  const { data } = useCall('listTemplateVersions', input, { isLive: true });
  const options = (data?.data ?? []).map((version) => ({ id: version.id, label: nameOfVersion(version) }));
  const [before = '', after = ''] = compared.split('.');
  return (
    <Stack gap={4}>
      <div className={css['chosen']}>
        <Select
          label="Before"
          value={before}
          options={options}
          onChange={(next) => onChoose(`${next}.${after}`)}
        />
        <Select
          label="After"
          value={after}
          options={options}
          onChange={(next) => onChoose(`${before}.${next}`)}
        />
      </div>
      <VersionDifferences templateId={templateId} before={before} after={after} sides={['Before', 'After']} />
    </Stack>
  );
}

/** "Published, 12 Mar, 14:05" */
export function nameOfVersion({ status, updated_at }: TemplateVersionItem): string {
  return `${VERSION_STATES[status]}, ${dayAndTime(new Date(updated_at))}`;
}
