// The status of an email or of a recipient. The API calls what waits for its time `pending`; people call it scheduled.
import { Status } from '../../design/text/status.tsx';

/** The status. */
export function EmailStatus({ status }: { status: string }) {
  return <Status status={status === 'pending' ? 'scheduled' : status} />;
}
