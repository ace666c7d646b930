// The API key of a logged request: its name, as a link to it while it exists.
import { Link } from 'wouter';
import { useCall } from '../../api/use-call.ts';
import { Copyable } from '../../design/text/copyable.tsx';

/** The key. */
export function KeyOfLog({ id }: { id: string | null }) {
  const { data, error } = useCall('getApiKey', { id: id ?? '' }, { isEnabled: id !== null });
  if (id === null) return '–';
  if (data) {
    return (
      <Link href={`/api-keys/${id}`}>
        {data.name} <code>{data.prefix}…</code>
      </Link>
    );
  }
  return (
    <>
      <Copyable text={id} label="the id of the key" isMono />
      {error?.status === 404 && ' (revoked)'}
    </>
  );
}
