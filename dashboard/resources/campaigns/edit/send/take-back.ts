// Takes back that a campaign is to be sent: it is a draft again. Who is too late ends it, and hears of that.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { asFailure } from '../../../../api/failure.ts';
import { notify } from '../../../../design/feedback/toaster.tsx';

/** The undo of a send, which a notice offers on every page. */
export function useTakeBack(): (id: string) => Promise<void> {
  const client = useQueryClient();
  return (id) => takeBack(client, id);
}

async function takeBack(client: QueryClient, id: string): Promise<void> {
  try {
    const { status } = await call('cancelCampaign', { id });
    if (status === 'draft') notify('The campaign is a draft again.');
    else
      notify('The campaign had started and was canceled. Mail that was already sent cannot be recalled.', {
        kind: 'warn',
      });
  } catch (error) {
    notify(asFailure(error).message, { kind: 'bad' });
  }
  await client.invalidateQueries();
}
