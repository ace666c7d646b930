// Two versions of a template next to each other: each field that is not the same, by lines.
import { useCall } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { LineDifferences } from '../../../editing/line-differences.tsx';
import { comparedFields } from './compared-fields.ts';
import css from './versions.module.css';

interface VersionDifferencesProps {
  templateId: string;
  /** Ids of the versions. */
  before: string;
  after: string;
  /** The names of both sides. */
  sides: readonly [before: string, after: string];
}

/** The fields. */
export function VersionDifferences({ templateId: id, before, after, sides }: VersionDifferencesProps) {
  const one = useCall('getTemplateVersion', { id, versionId: before });
  const other = useCall('getTemplateVersion', { id, versionId: after }, { isLive: true });
  const failed = [one, other].find(({ error }) => error);
  if (failed?.error) return <FailureNote failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!(one.data && other.data)) return <Skeleton height={160} />;
  const fields = comparedFields(one.data, other.data);
  if (fields.length === 0) return <p className={css['same']}>These versions are identical.</p>;
  return (
    <Stack gap={4}>
      {fields.map((compared) => (
        <div key={compared.field} className={css['field']}>
          <h3 className={css['label']}>{compared.label}</h3>
          <LineDifferences
            label={compared.label}
            sides={sides}
            mine={compared.before}
            theirs={compared.after}
          />
        </div>
      ))}
    </Stack>
  );
}
